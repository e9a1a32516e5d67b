import { seesWholeAccount, type Actor } from '@porchlight/access';
import { DEAL_STATUSES } from '@porchlight/contracts';
import type { FilterValues } from '@porchlight/resource';
import type { Condition } from '@porchlight/store';
import { ACTIVE, DELETED, type DealDocument } from './deal-document';

/** Counts of the deals that a list without parameters shows: those with status Active. */
export const listCountKeys = ({
  status,
  pipelineId,
  stageId,
  userIds,
}: Pick<DealDocument, 'status' | 'pipelineId' | 'stageId' | 'userIds'>): string[] => {
  if (status !== ACTIVE) return [];
  const keys = ['visible', `pipeline:${pipelineId}`, `stage:${stageId}`];
  for (const user of userIds)
    keys.push(`user:${user}`, `userPipeline:${user}-${pipelineId}`, `userStage:${user}-${stageId}`);
  return keys;
};

/** A list with stored totals: of all users or one, in all pipelines or one pipeline or stage. */
export interface CountedList {
  readonly user?: number;
  readonly pipeline?: number;
  readonly stage?: number;
}

/** The list with stored totals; undefined if totals must be counted through an index. */
export const findCountedList = (actor: Actor, filters: readonly FilterValues[]): CountedList | undefined => {
  const list: { user?: number; pipeline?: number; stage?: number } = seesWholeAccount(actor)
    ? {}
    : { user: actor.userId };
  for (const { name, values } of filters) {
    const value = Number(values[0]);
    if (values.length !== 1) return undefined;
    if ((name === 'includeDeleted' || name === 'includeArchived') && values[0] === 'false') continue;
    if (name === 'userId' && (list.user === undefined || list.user === value)) list.user = value;
    else if (name === 'pipelineId' && list.pipeline === undefined) list.pipeline = value;
    else if (name === 'stageId' && list.stage === undefined) list.stage = value;
    else return undefined;
  }
  return list.pipeline !== undefined && list.stage !== undefined ? undefined : list;
};

/** Key of the counter of a list. */
export const formatCountKey = ({ user, pipeline, stage }: CountedList): string => {
  if (stage !== undefined) return user === undefined ? `stage:${stage}` : `userStage:${user}-${stage}`;
  if (pipeline !== undefined) return user === undefined ? `pipeline:${pipeline}` : `userPipeline:${user}-${pipeline}`;
  return user === undefined ? 'visible' : `user:${user}`;
};

/**
 * The statuses that a list shows (decisions sections 6 and 11): Active, with includeArchived and includeDeleted also
 * those; a filter by status decides alone, and one by id, as in the uri of a notification, shows archived deals.
 */
export const statusCondition = (filters: readonly FilterValues[]): Condition | undefined => {
  if (filters.some(({ name }) => name === 'status')) return undefined;
  const includes = (option: string): boolean =>
    filters.some(({ name, values }) => name === option && values[0] === 'true');
  const archived = includes('includeArchived') || filters.some(({ name }) => name === 'id' || name === 'ids');
  const statuses = [ACTIVE, ...(archived ? ['Archived'] : []), ...(includes('includeDeleted') ? [DELETED] : [])];
  if (statuses.length === DEAL_STATUSES.length) return undefined;
  return { status: statuses.length === 1 ? ACTIVE : { $in: statuses } };
};
