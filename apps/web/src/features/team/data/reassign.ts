/** The choice to leave conversations unassigned. */
export const unassigned = 'nobody';
/** The choice to leave conversations with the member. */
export const keepAssignee = 'keep';

/** The member who gets the conversations, or null. */
export function assigneeOf(choice: string): string | null {
  return choice === unassigned || choice === '' ? null : choice;
}
