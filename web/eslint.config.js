import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";

export default ts.config(
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    rules: {
      "svelte/no-at-html-tags": "error", // text is text
      "@typescript-eslint/no-non-null-assertion": "off",
      "svelte/no-navigation-without-resolve": "off", // no SvelteKit here
    },
  },
  { ignores: ["node_modules", "../src"] },
);
