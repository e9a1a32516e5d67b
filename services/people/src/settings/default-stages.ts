import { weightAt } from '@porchlight/store';

/** One stage of a new account. */
export interface DefaultStage {
  /** The same in every account, so that replicas that create stages at the same time create the same ones. */
  readonly id: number;
  readonly name: string;
  readonly orderWeight: number;
  readonly isProtected: boolean;
}

const PROTECTED = ['Lead', 'Closed', 'Trash'];

/** The stage whose people are not in lists (decisions section 4). It is protected, so its name and id are fixed. */
export const TRASH = 'Trash';

/** Stages of a new account. The last one is protected, so its presence means that all were created. */
export const DEFAULT_STAGES: readonly DefaultStage[] = [
  'Lead',
  'Attempted Contact',
  'Hot Prospect',
  'Nurture',
  'Active Client',
  'Pending',
  'Closed',
  'Past Client',
  TRASH,
].map((name, index) => ({
  id: index + 1,
  name,
  orderWeight: weightAt(index),
  isProtected: PROTECTED.includes(name),
}));

/** Id of the protected stage Lead in every account. */
export const LEAD_ID = 1;
/** Id of Trash in every account. */
export const TRASH_ID = DEFAULT_STAGES.length;
