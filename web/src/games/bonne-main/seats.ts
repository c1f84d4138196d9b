/** How the hands of each seat look: colours that stay apart for every eye, and a cuff of its own. */

export interface Look {
  colour: string;
  dark: string; // its cuff and outline
  cuff: string; // the shape of the cuff
  mark: string; // the pattern on it
}

export const LOOKS: Look[] = [
  { colour: "#1f5fb0", dark: "#123c73", cuff: "M-23 26H23V46H-23Z", mark: "M-15 36H15" },
  {
    colour: "#c8432a",
    dark: "#7d2412",
    cuff: "M-23 26H23V41a7.7 7 0 0 1-15.3 0a7.7 7 0 0 1-15.4 0a7.7 7 0 0 1-15.3 0Z",
    mark: "M-14 35h.1M0 35h.1M14 35h.1",
  },
  {
    colour: "#5dbb96",
    dark: "#1d5f47",
    cuff: "M-23 26H23V46l-7.7-6-7.7 6-7.6-6-7.7 6-7.6-6-7.7 6Z",
    mark: "M-17 36l6.8-5 6.8 5 6.8-5 6.8 5 6.8-5",
  },
  { colour: "#f8d552", dark: "#8a6400", cuff: "M-19 26H19L27 46H-27Z", mark: "M-13 31v10M0 31v10M13 31v10" },
];

/** The way home, to one's side of the board: south, west, north, east; in units of the drawing. */
export const HOME: [number, number][] = [[0, 70], [-70, 0], [0, -70], [70, 0]];

export function look(seat: number): Look {
  return LOOKS[seat % LOOKS.length]!;
}
