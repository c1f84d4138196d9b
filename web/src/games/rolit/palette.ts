/** The four colours, each the paper of one animal; told apart by every kind of sight. */

export interface Paper {
  skin: string;
  dark: string;
  pale: string;
}

export const PALETTE: Paper[] = [
  { skin: "#bd2f1f", dark: "#560d06", pale: "#ffd8c4" },
  { skin: "#f4b71c", dark: "#8a4f00", pale: "#fff1c4" },
  { skin: "#36a67d", dark: "#063f2a", pale: "#e4f8d4" },
  { skin: "#ced5dd", dark: "#535e6a", pale: "#f7f9fb" },
];
