export { default as Board } from "./Board.svelte";
export { SOUNDS as sounds } from "./wire";
