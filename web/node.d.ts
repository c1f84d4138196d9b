/** All that the build uses of Node; the rest of its types need not be installed. */
declare module "node:zlib" {
  export function brotliCompressSync(text: Uint8Array): Uint8Array;
  export function gzipSync(text: Uint8Array): Uint8Array;
}

declare module "node:fs" {
  export function existsSync(path: string): boolean;
  export function readdirSync(path: string): string[];
  export function readFileSync(path: string, encoding: "utf-8"): string;
}
