import { seesWholeAccount, type Actor } from '@porchlight/access';
import type { FilterValues } from '@porchlight/resource';
import type { DealDocument } from './deal-document';

/** Counts kept of the deals that lists show unasked: not those with status Deleted. */
export const countsOf = ({ deleted, pipelineId, stageId, userIds }: DealDocument): string[] => {
  if (deleted) return [];
  const keys = ['visible', `pipeline:${pipelineId}`, `stage:${stageId}`];
  for (const user of userIds) keys.push(`user:${user}`, `userPipeline:${user}-${pipelineId}`, `userStage:${user}-${stageId}`);
  return keys;
};

/** A list of which all counts are kept: of everybody or of one user, anywhere or in one pipeline or stage. */
export interface CountedList {
  readonly user?: number;
  readonly pipeline?: number;
  readonly stage?: number;
}

/** The list as one whose counts are kept; undefined when they must be counted through an index. */
export const countedListOf = (actor: Actor, filters: readonly FilterValues[]): CountedList | undefined => {
  const list: { user?: number; pipeline?: number; stage?: number } = seesWholeAccount(actor) ? {} : { user: actor.userId };
  for (const { name, values } of filters) {
    const value = Number(values[0]);
    if (values.length !== 1) return undefined;
    if (name === 'includeDeleted' && values[0] === 'false') continue;
    if (name === 'userId' && (list.user === undefined || list.user === value)) list.user = value;
    else if (name === 'pipelineId' && list.pipeline === undefined) list.pipeline = value;
    else if (name === 'stageId' && list.stage === undefined) list.stage = value;
    else return undefined;
  }
  return list.pipeline !== undefined && list.stage !== undefined ? undefined : list;
};

/** Key of the kept count of a list. */
export const countKeyOf = ({ user, pipeline, stage }: CountedList): string => {
  if (stage !== undefined) return user === undefined ? `stage:${stage}` : `userStage:${user}-${stage}`;
  if (pipeline !== undefined) return user === undefined ? `pipeline:${pipeline}` : `userPipeline:${user}-${pipeline}`;
  return user === undefined ? 'visible' : `user:${user}`;
};

/** Whether a list shows deleted deals: asked for by includeDeleted, or by a status of its own (decisions section 6). */
export const showsDeleted = (filters: readonly FilterValues[]): boolean =>
  filters.some(({ name, values }) => name === 'status' || (name === 'includeDeleted' && values[0] === 'true'));
