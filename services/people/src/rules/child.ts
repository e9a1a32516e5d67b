/** What every record that hangs on a person holds: whose it is, and a copy of the users who may see that person. */
export interface ChildDocument {
  personId: number;
  /** Copy of the person's viewers; follows them. */
  viewers: number[];
}
