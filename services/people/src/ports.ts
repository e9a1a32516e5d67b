import type { Actor } from '@porchlight/access';
import type { AccountView } from './rules/account-view';
import type { ActivityKind, PersonActivity } from './rules/activity';

/** How long other replicas may go on with what was true before a change, ms. */
export const DIRECTORY_TTL_MS = 1_000;

/** Stages and users of accounts, as up to date as a second allows. */
export interface Directory {
  /** The account as it is now, at most a second old; makes the default stages of an account on its first touch. */
  of(accountId: number): Promise<AccountView>;
  /** What was known last, without waiting; for rendering after `of` was awaited. */
  known(accountId: number): AccountView;
  /** Drops what is known, after a change. */
  forget(accountId: number): void;
}

/** People of a stage that is being deleted still have to be moved. Kept until all are, so that no crash forgets any. */
export interface StageMoveJob {
  /** `<accountId>:<stageId>` */
  _id: string;
  accountId: number;
  stageId: number;
  targetId: number;
  /** When the stage was deleted, ms. */
  since: number;
}

/** The moves that are written down and not yet done. */
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

/** Whose turn it is in a group, fair over all replicas. */
export interface Rotation {
  /** Takes the next turn: 0, 1, 2 … without end. */
  next(accountId: number, groupId: number): Promise<number>;
}

/** A new lead that a group's users may claim. Written before the person, so that no crash forgets to end it. */
export interface LeadOfferJob {
  /** `<accountId>:<personId>` */
  _id: string;
  accountId: number;
  personId: number;
  /** The lead's event, by which those are told who get it in the end. */
  eventId: number;
  groupId: number;
  userIds: number[];
  /** When the offer ends, ms. */
  until: number;
  /** Who gets the lead because nobody claimed it in time. */
  givenTo?: number;
}

/** Leads that are offered and not yet taken: what to look through instead of all people. */
export interface LeadOffers {
  add(offer: Omit<LeadOfferJob, '_id'>): Promise<void>;
  /** People offered to a user, or to anybody, newest first, at most `limit`. */
  open(accountId: number, userId: number | undefined, limit: number): Promise<LeadOfferJob[]>;
  /** Offers of all accounts that ended before a moment, ms, the oldest first. */
  endedBefore(moment: number): Promise<LeadOfferJob[]>;
  /** Writes down who gets the lead after its offer ended, before they do. */
  give(offer: LeadOfferJob, userId: number): Promise<void>;
  /** The user is no longer offered the lead. */
  ignore(accountId: number, personId: number, userId: number): Promise<void>;
  /** The lead was claimed, given away or is gone. */
  done(accountId: number, personId: number): Promise<void>;
  ensureIndexes(): Promise<void>;
}

/** Pictures that people have published of themselves. */
export interface SocialProfiles {
  /** Address of the picture published for an email; undefined: none, or it cannot be told now. */
  pictureOf(email: string): Promise<string | undefined>;
}

/** Somebody who became part of somebody else. */
export interface MergedPerson {
  /** `<accountId>:<loserId>` */
  _id: string;
  accountId: number;
  loserId: number;
  survivorId: number;
  /** When the merge began, ms; absent once it is done for good. */
  openSince?: number;
}

/** Merges of people: written down before their first step, and kept as the pointer from who went to who stayed. */
export interface Merges {
  /** Throws CONFLICT when the person is being merged into somebody else. */
  begin(accountId: number, loserId: number, survivorId: number, now: number): Promise<MergedPerson>;
  /** Whom this person became part of; who may have gone the same way since. */
  findSurvivor(accountId: number, loserId: number): Promise<number | undefined>;
  /** Merges of all accounts that began before a moment, ms, and are not done. */
  openBefore(moment: number): Promise<MergedPerson[]>;
  done(merge: MergedPerson): Promise<void>;
  /** Nothing came of it. */
  revoke(merge: MergedPerson): Promise<void>;
  ensureIndexes(): Promise<void>;
}

/** Activity of people, counted anew from the records that hang on them. */
export interface ActivitySums {
  /** By person, of those whose id lies between two ids, both exclusive. Who has no such records is absent. */
  of(
    accountId: number,
    kinds: readonly ActivityKind[],
    above: number,
    below: number,
  ): Promise<Map<number, PersonActivity>>;
}

/**
 * A step of an action plan that is being carried out, and the id of the record it makes: the same however often it
 * comes.
 */
export interface PlanStepClaim {
  readonly childId?: number;
  readonly done: boolean;
}

/** Action plans of accounts, as far as news of them has come. */
export interface ActionPlans {
  /** There is such a plan and it is not deleted. */
  isActive(accountId: number, planId: number): Promise<boolean>;
}

/** What marketing tells of the emails that were sent to a person. */
export interface EmailTelling {
  readonly personId: number;
  readonly emailsSent: number;
  /** Absent: none was ever sent. */
  readonly lastSentEmail: Date | undefined;
  /** The latest email event of any type. */
  readonly lastEvent: Date | undefined;
  /** Grows with every telling about this person. */
  readonly sequence: number;
}

/** Email activity as people show it. */
export interface EmailActivity {
  /** Takes in what is newer than what is known, one telling for each person; those who are gone are left out. */
  keep(accountId: number, tellings: readonly EmailTelling[]): Promise<void>;
}

/** Steps of action plans that came, remembered for longer than any of them can come again. */
export interface PlanSteps {
  /** The claim on a step; a new one gets `childId`. */
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
  /** On whose behalf. */
  actor: Actor;
  status: 'Running' | 'Completed' | 'Failed';
  rows: number;
  /** Rows that are settled; chunks before are done. */
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

/** Imports that are under way or were made lately. */
export interface PeopleImports {
  /** False when there is one of this id. */
  add(job: PeopleImportJob, chunks: readonly ImportChunk[]): Promise<boolean>;
  find(accountId: number, id: number): Promise<PeopleImportJob | undefined>;
  /** Those of all accounts that are not done, up to a bound. */
  open(): Promise<OpenImport[]>;
  countOpen(accountId: number): Promise<number>;
  chunk(id: string): Promise<ImportChunk | undefined>;
  /** Writes down how far it is, then drops the chunk that is done. */
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
