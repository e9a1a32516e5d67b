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

const person = object<DealPerson>({ id: int(), name: str(), phones, emails, avatar: str() }, { whole: ['avatar'] });
const user = object<DealUser>({ id: int(), name: str() });
const ids = (most: number) => list(int({ min: 1 }), most);

/** A sale or purchase in a pipeline (specification: Deal; decisions section 6). */
export const deals = defineResource<Deal>(DealServiceDefinition, {
  description: 'Deals in the stages of a pipeline.',
  roles: { read: NOT_LENDERS, write: NOT_LENDERS },
  visibility: 'viewers',
  custom: 'dealCustomFields',
  timestamps: false,
  fields: {
    pipelineId: readOnly(int()),
    stageId: required(int({ min: 1 })),
    enteredStageAt: readOnly(time()),
    name: required(str({ min: 1 })),
    type: readOnly(int()),
    status: writable(oneOf(DEAL_STATUSES), { nullable: false }),
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
    userId: { type: 'int', match: 'equals', column: 'viewers', count: 'user' },
    assignedUserId: { type: 'int', match: 'equals', column: 'viewers', count: 'user' },
    personId: { type: 'int', match: 'equals', column: 'peopleIds' },
    status: { type: 'string', match: 'equals', many: true, among: DEAL_STATUSES },
    includeDeleted: { type: 'bool', match: 'rule' },
    includeArchived: { type: 'bool', match: 'rule' },
    // Deals in a closing stage of their pipeline, or in none [ext].
    closed: { type: 'bool', match: 'rule' },
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
