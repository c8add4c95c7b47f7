/** How players are told apart on boards, lists and charts. */

export interface Look {
  colour: string;
  ink: string;
  emblem: string;
  /** The place of the look in its list: hatches and dashes are chosen by it. */
  number: number;
}
