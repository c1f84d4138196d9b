/** How long ago something was, as one says it. */

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

export function since(at: number, lang: string, now = Date.now()): string {
  const words = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
  const [unit, length] = STEPS.find(([, length]) => now - at >= length) ?? ["second", Infinity];
  return words.format(-Math.trunc(Math.max(now - at, 0) / length) || 0, unit);
}
