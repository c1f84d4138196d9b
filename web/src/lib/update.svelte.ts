/** A new version of the page, once all of it is on this device. */

class Update {
  take = $state.raw<(() => void) | null>(null); // change to it
}

export const update = new Update();
