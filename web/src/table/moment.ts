/** The address of a position: `?coup=12` is the board after the twelfth action. */

import { hrefOf } from "../lib/site";

const NAME = "coup";

/** The action that the address asks for. */
export function askedMoment(): number | null {
  const asked = new URLSearchParams(location.search).get(NAME) ?? "";
  return /^\d{1,6}$/.test(asked) ? Number(asked) : null;
}

/** The address of a position of a table; without one, of the table. */
export function addressOf(table: string, moment: number | null = null): string {
  return `${location.origin}${hrefOf(`/t/${table}`)}${moment === null ? "" : `?${NAME}=${moment}`}`;
}

/** Let the address name what is shown, without a step to go back; who has gone elsewhere is left alone. */
export function nameMoment(table: string, moment: number | null): void {
  if (location.pathname === hrefOf(`/t/${table}`)) history.replaceState(history.state, "", addressOf(table, moment));
}
