/** Whether one plays by mouse or finger: whoever writes or steps from place to place throws no dice by hand. */

let byHand = false;

addEventListener("pointerdown", () => (byHand = true), { capture: true });
addEventListener("keydown", () => (byHand = false), { capture: true });

export const isByHand = (): boolean => byHand;
