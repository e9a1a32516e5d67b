import { LIMITS } from '@porchlight/limits';
import {
  amount,
  customValues,
  day,
  defineResource,
  inputOnly,
  int,
  list,
  money,
  object,
  oneOf,
  readOnly,
  required,
  str,
  text,
  time,
  writable,
} from '@porchlight/resource';
import {
  DealServiceDefinition,
  type Deal,
  type DealPerson,
  type DealUser,
} from '../generated/porchlight/deals/v1/deal_service';
import { emails, phones } from '../people/contact';
import { NOT_LENDERS } from '../roles';

/** Deleted deals remain stored, and another status restores them. */
export const DEAL_STATUSES = ['Active', 'Archived', 'Deleted'] as const;
const DEAL_STATUSES_MEANINGS = {
  Active: 'The deal is worked on.',
  Archived: 'The deal is archived; lists leave it out.',
  Deleted: 'The deal is deleted; lists leave it out.',
} as const;

const person = object<DealPerson>(
  { id: int(), name: str(), phones, emails, avatar: str() },
  { whole: ['avatar'], describe: { id: 'Id of the person.', name: 'Full name.', avatar: 'Address of a picture.' } },
);
const user = object<DealUser>({ id: int(), name: str() }, { describe: { id: 'Id of the user.', name: 'Full name.' } });
const ids = (most: number) => list(int({ min: 1 }), most);

/** A sale or purchase in a pipeline (specification: Deal; decisions section 6). */
export const deals = defineResource<Deal>(DealServiceDefinition, {
  description: 'Deals in the stages of a pipeline.',
  roles: { read: NOT_LENDERS, write: NOT_LENDERS },
  visibility: 'viewers',
  custom: 'dealCustomFields',
  timestamps: false,
  describe: {
    pipelineId: 'Id of the pipeline; it follows from the stage.',
    stageId: 'Id of the stage in a pipeline.',
    enteredStageAt: 'When the deal came into its stage.',
    name: 'Name of the deal, for example the address.',
    type: 'Always null; clients of other services read it.',
    status: 'Whether the deal is worked on.',
    price: 'Price of the deal, in whole units of the currency.',
    createdAt: 'When the deal was created.',
    description: 'Text about the deal.',
    projectedCloseDate: 'Day on which the deal is expected to close.',
    commissionValue: 'Commission of the deal.',
    agentCommission: 'Part of the commission for the agent.',
    teamCommission: 'Part of the commission for the team.',
    earnestMoneyDueDate: 'Day on which the earnest money is due.',
    mutualAcceptanceDate: 'Day on which both sides accepted.',
    dueDiligenceDate: 'Day on which due diligence ends.',
    finalWalkThroughDate: 'Day of the final walk-through.',
    possessionDate: 'Day on which the buyer gets possession.',
    peopleIds: 'Ids of the people of the deal. They replace the former ones.',
    userIds: 'Ids of the users of the deal. They replace the former ones.',
    people: 'People of the deal.',
    users: 'Users who work on the deal and may see it.',
  },
  fields: {
    pipelineId: readOnly(int()),
    stageId: required(int({ min: 1 })),
    enteredStageAt: readOnly(time()),
    name: required(str({ min: 1 })),
    type: readOnly(int()),
    status: writable(oneOf(DEAL_STATUSES, { describe: DEAL_STATUSES_MEANINGS }), { nullable: false }),
    price: writable(amount()),
    createdAt: readOnly(time()),
    orderWeight: writable(int({ min: 0 }), { nullable: false }),
    description: writable(text()),
    projectedCloseDate: writable(day()),
    commissionValue: writable(money()),
    agentCommission: writable(money()),
    teamCommission: writable(money()),
    earnestMoneyDueDate: writable(day()),
    mutualAcceptanceDate: writable(day()),
    dueDiligenceDate: writable(day()),
    finalWalkThroughDate: writable(day()),
    possessionDate: writable(day()),
    peopleIds: inputOnly(ids(LIMITS.dealPeople.value)),
    userIds: inputOnly(ids(LIMITS.dealUsers.value)),
    people: readOnly(list(person)),
    users: readOnly(list(user)),
    customFields: readOnly(customValues(), { visible: false }),
  },
  filters: {
    pipelineId: { type: 'int', match: 'equals', count: 'pipeline' },
    stageId: { type: 'int', match: 'equals', many: true, count: 'stage' },
    // The users of a deal may see it.
    userId: {
      describe: 'Only deals of the user with this id.',
      type: 'int',
      match: 'equals',
      column: 'viewers',
      count: 'user',
    },
    assignedUserId: {
      describe: 'The same as `userId`.',
      type: 'int',
      match: 'equals',
      column: 'viewers',
      count: 'user',
    },
    personId: { describe: 'Only deals of the person with this id.', type: 'int', match: 'equals', column: 'peopleIds' },
    status: { type: 'string', match: 'equals', many: true, among: DEAL_STATUSES },
    includeDeleted: { describe: 'True: also deleted deals.', type: 'bool', match: 'rule' },
    includeArchived: { describe: 'True: also archived deals.', type: 'bool', match: 'rule' },
    // Deals in a closing stage of their pipeline, or in none [ext].
    closed: {
      describe: 'True: only deals in a closing stage; false: only deals in other stages.',
      type: 'bool',
      match: 'rule',
    },
  },
  sorts: {
    id: { column: 'id' },
    price: { column: 'price' },
    orderWeight: { column: 'orderWeight' },
    name: { column: 'nameKey' },
  },
  metadata: ['totalByStageId'],
  // The strategy decides which event an update fires: a deal that gets the status Deleted fires the deleted event.
  webhooks: { created: 'dealsCreated', updated: 'dealsUpdated', deleted: 'dealsDeleted', updatedOn: [] },
});
