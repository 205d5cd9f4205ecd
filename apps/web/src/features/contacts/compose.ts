/** Whether a first message can be written to somebody who has no conversation; then `/compose` is where. */
export const composeIsHere: boolean = false;
