import type { AccountSettings } from '@porchlight/access';
import type { Document } from '@porchlight/store';
import type { AccountLimits, Slot } from './rate-limits/sliding-window';

/** An account: one team. `_id` is its number. */
export interface AccountDocument {
  _id: number;
  name: string;
  domain: string;
  created: Date;
  features: string[];
  /** Created by open sign-up, without the operator. */
  openSignUp?: true;
  /** Absent: Active. A deleted account stays as its number alone, which is never given out again. */
  status?: 'Active' | 'Disabled' | 'Deleted';
  /** Counts changes of its status. */
  version?: number;
  /** Its status is not yet published to other services. */
  untold?: true;
  /** Of requests; the defaults unless set (decisions section 3). */
  limits?: AccountLimits;
  /** Only what differs from the defaults (decisions section 11). */
  settings?: Partial<AccountSettings>;
}

/** Counts by name of one day; `_id` is account, day and subject. */
export interface DailyCountsDocument {
  _id: string;
  /** Version for guarded updates. */
  v: number;
  entries: { name: string; count: number; lastSeen: Date }[];
  /** The database removes the document then. */
  expires: Date;
}

/** Requests granted to gateways; `_id` is account, context and system. */
export interface RequestCountDocument {
  _id: string;
  /** Version for guarded updates. */
  v: number;
  slots: Slot[];
  /** Forgotten then. */
  expires: Date;
}

/** The number of the newest account. */
export interface SequenceDocument {
  _id: string;
  n: number;
}

/** A user as stored. */
export interface UserDocument extends Document {
  name: string;
  nameKey: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Lower-cased, for comparison; unique in the account. */
  emailKey: string;
  phone?: string;
  role: string;
  status: string;
  timezone: string;
  isOwner: boolean;
  /** Lead distribution skips the user. */
  pauseLeadDistribution?: true;
  /** The user was deleted: disabled and left out of lists. */
  deleted?: true;
  /** Who got the people and tasks of the deleted user. */
  reassignedTo?: number;
  /** The newest transfer of the ownership to this user that was taken back. */
  withdrawnTransfer?: string;
  passwordHash?: string;
}

/** Users who share leads. */
export interface GroupDocument extends Document {
  name: string;
  nameKey: string;
  userIds: number[];
  type: string;
  distribution: string;
  /** Minutes that a lead may be claimed. */
  claimWindow?: number;
  /** A lead that is not claimed in time goes to the first of these that is set. */
  defaultUserId?: number;
  defaultGroupId?: number;
  defaultPondId?: number;
  isPrimary?: true;
}

/** A team as stored. */
export interface TeamDocument extends Document {
  name: string;
  nameKey: string;
  userIds: number[];
  /** Some of userIds. */
  leaderIds: number[];
}

/** An API key; `_id` is its keyed hash, the key itself is not stored. */
export interface ApiKeyDocument {
  _id: string;
  accountId: number;
  keyId: number;
  userId: number;
  label: string;
  prefix: string;
  created: Date;
  disabled: boolean;
  /** What the key is limited to; absent: the full rights of its user. */
  scopes?: string[];
  /** Refused from then on. */
  expiresAt?: Date;
  /** Precise to the minute. */
  lastUsed?: Date;
}

/** A registered system; `_id` is its name in lower case. */
export interface SystemDocument {
  _id: string;
  name: string;
  keyHash: string;
  /** The key itself, encrypted: the legacy signature needs it (decisions section 7). */
  sealedKey: string;
  created: Date;
  /** Number within the account that registered it; absent for systems of an operator. */
  id?: number;
  /** The account that registered it and may rotate its key; absent when an operator did. */
  accountId?: number;
  /** Keys before the present one that still count. */
  formerKeys?: { hash: string; until: Date }[];
  /** Headers that carry the legacy signature next to X-System-Signature, at most 3. */
  signatureHeaders?: string[];
}

/** A third-party application; only a keyed hash of its secret is stored. */
export interface OauthAppDocument extends Document {
  name: string;
  redirectUris: string[];
  clientId: string;
  secretHash: string;
  /** Counts as deleted while it is Disabled; absent: Active. */
  status?: string;
}

/** Failures of one kind from one place; `_id` is a keyed hash of what they are counted by. */
export interface AttemptsDocument {
  _id: string;
  /** Version for guarded updates. */
  v: number;
  failures: number;
  /** When the first of them happened. */
  since: Date;
  /** Refused until then. */
  until: Date;
  /** Forgotten then. */
  expires: Date;
}
