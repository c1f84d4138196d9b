/** What is printed on each kind of card; told apart by every kind of sight, and dark enough to read. */
export const INKS: Record<string, string> = {
  plus: "#195141",
  times: "#995f06",
  shield: "#2765a9",
  bust: "#421512",
};
