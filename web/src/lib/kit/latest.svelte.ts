/** What effects have told last of something: it stays while they tell of other things, until one goes back. */
export function latest<E, T>(effects: () => readonly E[], find: (effects: readonly E[]) => T | undefined): () => T | undefined {
  let told: T | undefined;
  const now = $derived.by(() => {
    const some = effects();
    told = some.length > 0 ? (find(some) ?? told) : undefined;
    return told;
  });
  return () => now;
}
