import type { Actor } from '@porchlight/access';
import type { AccountView } from './settings/account-settings';
import type { ActivityKind, PersonActivity } from './activity/activity';

/** Longest time that other replicas use cached settings after a change, ms. */
export const DIRECTORY_TTL_MS = 1_000;

/** Cached stages and users of accounts, at most a second old. */
export interface Directory {
  /** The settings of the account, at most a second old. Creates the default stages on first use. */
  of(accountId: number): Promise<AccountView>;
  /** The cached settings without waiting; for rendering after `of` was awaited. */
  known(accountId: number): AccountView;
  /** Clears the cache of an account after a change. */
  forget(accountId: number): void;
}

/** A job that moves the people of a deleted stage. Stored until all are moved, so that it survives a crash. */
export interface StageMoveJob {
  /** `<accountId>:<stageId>` */
  _id: string;
  accountId: number;
  stageId: number;
  targetId: number;
  /** When the stage was deleted, ms. */
  since: number;
}

/** The stored moves that are not finished. */
export interface StageMoves {
  add(accountId: number, stageId: number, targetId: number, since: number): Promise<StageMoveJob>;
  of(accountId: number): Promise<StageMoveJob[]>;
  /** Jobs of all accounts that began before a moment, ms. */
  before(moment: number): Promise<StageMoveJob[]>;
  done(job: StageMoveJob): Promise<void>;
  ensureIndexes(): Promise<void>;
}

/** People of a deleted user or pond who still have to be assigned to another user. Stored until all are. */
export interface Reassignment {
  /** `<accountId>:<kind>:<from>` */
  _id: string;
  accountId: number;
  kind: 'user' | 'pond';
  /** Id of the deleted user or pond. */
  from: number;
  /** Id of the user who gets the people. */
  to: number;
  /** When the deletion began, ms. */
  since: number;
  /** When the last step ended, ms. */
  stepped: number;
}

/** The reassignments that are not finished. */
export interface Reassignments {
  add(job: Pick<Reassignment, 'accountId' | 'kind' | 'from' | 'to' | 'since'>): Promise<void>;
  find(accountId: number, kind: Reassignment['kind'], from: number): Promise<Reassignment | undefined>;
  /** The jobs of one round of the worker, the longest waiting first. */
  next(): Promise<Reassignment[]>;
  save(job: Reassignment, stepped: number): Promise<void>;
  done(job: Reassignment): Promise<void>;
  ensureIndexes(): Promise<void>;
}

/** The round-robin position of each group, shared by all replicas. */
export interface Rotation {
  /** Takes the next turn: 0, 1, 2 … without end. */
  next(accountId: number, groupId: number): Promise<number>;
}

/**
 * A new lead that the users of a group may claim. Written before the person, so that the worker ends it even after a
 * crash.
 */
export interface LeadOfferJob {
  /** `<accountId>:<personId>` */
  _id: string;
  accountId: number;
  personId: number;
  /** The event of the lead; the notification of the final assignee refers to it. */
  eventId: number;
  groupId: number;
  userIds: number[];
  /** When the offer ends, ms. */
  until: number;
  /** User who gets the unclaimed lead after the offer ended. */
  givenTo?: number;
}

/** The open offers: a small collection that is read instead of all people. */
export interface LeadOffers {
  add(offer: Omit<LeadOfferJob, '_id'>): Promise<void>;
  /** Offers to a user, or all offers, newest first, at most `limit`. */
  open(accountId: number, userId: number | undefined, limit: number): Promise<LeadOfferJob[]>;
  /** Offers of all accounts that ended before a moment, ms, the oldest first. */
  endedBefore(moment: number): Promise<LeadOfferJob[]>;
  /** Stores who gets the lead after its offer ended, before it is assigned. */
  give(offer: LeadOfferJob, userId: number): Promise<void>;
  /** The user is no longer offered the lead. */
  ignore(accountId: number, personId: number, userId: number): Promise<void>;
  /** Removes the offer: the lead was claimed, assigned or deleted. */
  done(accountId: number, personId: number): Promise<void>;
  ensureIndexes(): Promise<void>;
}

/** Public profile pictures. */
export interface SocialProfiles {
  /** URL of the public picture of an email; undefined if there is none or the provider does not respond. */
  pictureOf(email: string): Promise<string | undefined>;
}

/** A merge of two people. */
export interface MergedPerson {
  /** `<accountId>:<loserId>` */
  _id: string;
  accountId: number;
  loserId: number;
  survivorId: number;
  /** When the merge began, ms; absent once it is finished. */
  openSince?: number;
}

/**
 * Merges of people: stored before their first step, and kept as the reference from the merged person to the survivor.
 */
export interface Merges {
  /** Throws CONFLICT if the person is being merged into another one. */
  begin(accountId: number, loserId: number, survivorId: number, now: number): Promise<MergedPerson>;
  /** The survivor of this person's merge, who may have been merged again since. */
  findSurvivor(accountId: number, loserId: number): Promise<number | undefined>;
  /** Merges of all accounts that began before a moment, ms, and are not done. */
  openBefore(moment: number): Promise<MergedPerson[]>;
  done(merge: MergedPerson): Promise<void>;
  /** Removes a merge that was cancelled. */
  revoke(merge: MergedPerson): Promise<void>;
  ensureIndexes(): Promise<void>;
}

/** Activity of people, recomputed from their records. */
export interface ActivitySums {
  /** Activity by person, for ids between the two bounds (exclusive). People without such records are absent. */
  of(
    accountId: number,
    kinds: readonly ActivityKind[],
    above: number,
    below: number,
  ): Promise<Map<number, PersonActivity>>;
}

/**
 * A running step of an action plan with the id of the record that it creates, so that a repeat creates the same record.
 */
export interface PlanStepClaim {
  readonly childId?: number;
  readonly done: boolean;
}

/** Copies of the action plans of accounts. */
export interface ActionPlans {
  /** True if the plan exists and is not deleted. */
  isActive(accountId: number, planId: number): Promise<boolean>;
}

/** Email activity of a person, published by marketing. */
export interface EmailTelling {
  readonly personId: number;
  readonly emailsSent: number;
  /** Undefined if no email was sent. */
  readonly lastSentEmail: Date | undefined;
  /** The latest email event of any type. */
  readonly lastEvent: Date | undefined;
  /** Grows with every message about this person. */
  readonly sequence: number;
}

/** Stores email activity in people. */
export interface EmailActivity {
  /** Stores activity that is newer than the stored one, one entry per person. Deleted people are skipped. */
  keep(accountId: number, tellings: readonly EmailTelling[]): Promise<void>;
}

/** Received steps of action plans, stored for longer than a step can be repeated. */
export interface PlanSteps {
  /** Claims a step; a new claim stores `childId`. */
  claim(accountId: number, stepId: string, childId: number | undefined): Promise<PlanStepClaim>;
  find(accountId: number, stepId: string): Promise<PlanStepClaim | undefined>;
  done(accountId: number, stepId: string): Promise<void>;
  ensureIndexes(): Promise<void>;
}

/** An import of people from a table, in the background. */
export interface PeopleImportJob {
  /** `<accountId>:<id>` */
  _id: string;
  accountId: number;
  id: number;
  created: Date;
  /** The user who started the import. */
  actor: Actor;
  status: 'Running' | 'Completed' | 'Failed';
  rows: number;
  /** Number of finished rows; chunks before it are deleted. */
  done: number;
  made: number;
  updated: number;
  failed: number;
  problems: { row: number; message: string }[];
}

/** An import that is not done. */
export type OpenImport = Pick<PeopleImportJob, '_id' | 'accountId' | 'id' | 'created'>;

/** Up to 100 rows of an import, as bodies of people. */
export interface ImportChunk {
  /** `<accountId>:<import id>:<n>` */
  _id: string;
  created: Date;
  /** JSON texts; their first one is row `from`, counted from 1. */
  bodies: string[];
  from: number;
}

/** Running and recent imports. */
export interface PeopleImports {
  /** Returns false if the id exists. */
  add(job: PeopleImportJob, chunks: readonly ImportChunk[]): Promise<boolean>;
  find(accountId: number, id: number): Promise<PeopleImportJob | undefined>;
  /** Unfinished imports of all accounts, bounded in count. */
  open(): Promise<OpenImport[]>;
  countOpen(accountId: number): Promise<number>;
  chunk(id: string): Promise<ImportChunk | undefined>;
  /** Stores the progress, then deletes the finished chunk. */
  settle(job: PeopleImportJob, chunkId?: string): Promise<void>;
  ensureIndexes(): Promise<void>;
}

/** Where a job stopped: the resource, and the id below which its records are not handled yet. */
export interface JobCursor {
  readonly resource: string;
  readonly below: number;
}

/** Records of a deleted person, or of a person whose viewers changed, that still have to follow the person. */
export interface PersonJob {
  /** `<accountId>:<personId>:<kind>` */
  _id: string;
  accountId: number;
  personId: number;
  /** remove: the person is gone; show: the viewers of the person changed. */
  kind: 'remove' | 'show';
  /** The ids of the records are published as erased before they are removed. */
  erased: boolean;
  /** Absent: from the beginning. */
  cursor?: JobCursor;
  /** When the job was added or began anew, ms. */
  since: number;
  /** When its last step ended, ms: jobs take turns by it. */
  stepped: number;
}

/** Jobs that were stored and are not done; they survive the end of a process. */
export interface PersonJobs {
  /** Adds a job; one that exists begins anew. */
  add(job: Omit<PersonJob, '_id' | 'stepped'>): Promise<void>;
  find(accountId: number, personId: number, kind: PersonJob['kind']): Promise<PersonJob | undefined>;
  /** The jobs of all accounts whose last step is the longest ago, at most 20. */
  next(): Promise<PersonJob[]>;
  /** Stores the progress, unless the job began anew. */
  save(job: PersonJob, cursor: JobCursor | undefined, now: number): Promise<void>;
  /** Removes the job, unless it began anew. */
  done(job: PersonJob): Promise<void>;
  ensureIndexes(): Promise<void>;
}
