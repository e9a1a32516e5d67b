import { defineAction, orNull, type Action } from '@porchlight/resource';
import type { Event } from '../generated/porchlight/people/v1/event_service';
import {
  LeadFlowServiceDefinition,
  type PreviewLeadFlowResponse,
} from '../generated/porchlight/people/v1/lead_flow_service';
import { ADMINS } from '../roles';
import { arrayOf, integer, integerOrNull, moment, objectOf, oneOfWords, text, timeOrNull } from '../schemas';
import { events } from './events.resource';

/** Why a lead goes where it goes. */
const CAUSES = oneOfWords(
  [
    'rule',
    'ignored',
    'noRules',
    'noRuleFits',
    'noTarget',
    'noAvailableUser',
    'assignedByLead',
    'historical',
    'knownPerson',
  ],
  {
    rule: 'The rule gives it to its user, group or pond.',
    ignored: 'The rule ignores it: nothing is stored, and the response is 204.',
    noRules: 'The account has no rule that may take leads.',
    noRuleFits: 'The lead does not meet the conditions of any rule.',
    noTarget: 'The rule fits, but names no user, group or pond.',
    noAvailableUser: 'The rule fits, but no user whom it names gets leads now.',
    assignedByLead: 'The rule fits, but the lead names its user itself.',
    historical: 'The lead is older than a day: no rule assigns it.',
    knownPerson: 'A known person keeps its user.',
  },
);

/** What a rule does with a lead. */
const RESULTS = oneOfWords(['takesLead', 'doesNotFit', 'passedOver', 'comesLater'], {
  takesLead: 'The lead meets all conditions, and no earlier rule takes it.',
  doesNotFit: 'The lead does not meet the conditions in `unmet`.',
  passedOver: 'It names a deleted group, pond or plan, or a disabled user.',
  comesLater: 'The lead meets all conditions, but an earlier rule takes it.',
});

const MATCHES = oneOfWords(['id', 'email', 'phone'], {
  id: 'The lead names the id of the person.',
  email: 'The person has an email of the lead.',
  phone: 'The person has a phone of the lead.',
});

const CONDITIONS = oneOfWords(['source', 'type', 'price', 'postalCode'], {
  source: 'The source of the lead.',
  type: 'The type of the event.',
  price: 'The price of the property.',
  postalCode: 'The postal code of the property.',
});

const PREVIEW = objectOf({
  cause: CAUSES,
  ruleId: integerOrNull,
  personId: integerOrNull,
  matchedBy: orNull(objectOf({ kind: MATCHES, value: text })),
  assignedUserId: integerOrNull,
  assignedLenderId: integerOrNull,
  assignedPondId: integerOrNull,
  offeredGroupId: integerOrNull,
  offeredUserIds: arrayOf(integer),
  offeredUntil: timeOrNull,
  actionPlanId: integerOrNull,
  unavailableUserIds: arrayOf(integer),
  rules: arrayOf(
    objectOf({
      ruleId: integer,
      result: RESULTS,
      unmet: arrayOf(CONDITIONS),
    }),
  ),
});

const renderPreview = ({ offeredUntil, ignored: _names, ...preview }: PreviewLeadFlowResponse): object => ({
  cause: preview.cause,
  ruleId: preview.ruleId ?? null,
  personId: preview.personId ?? null,
  matchedBy: preview.matchedBy ?? null,
  assignedUserId: preview.assignedUserId ?? null,
  assignedLenderId: preview.assignedLenderId ?? null,
  assignedPondId: preview.assignedPondId ?? null,
  offeredGroupId: preview.offeredGroupId ?? null,
  offeredUserIds: preview.offeredUserIds,
  offeredUntil: moment(offeredUntil),
  actionPlanId: preview.actionPlanId ?? null,
  unavailableUserIds: preview.unavailableUserIds,
  rules: preview.rules,
});

export const leadFlowActions: readonly Action[] = [
  defineAction({
    service: 'people',
    resource: 'leadFlows',
    definition: LeadFlowServiceDefinition,
    name: 'preview',
    summary: 'Preview who would get a lead, and why. Nothing is stored, and no turn of a group is taken.',
    method: 'POST',
    path: '/leadFlows/preview',
    roles: ADMINS,
    reading: 'lead',
    bodyResource: events,
    query: { senderId: { type: 'int' } },
    describe: {
      senderId: 'Id of the user whose API key sends the lead; default: the caller.',
      cause: 'Why the lead goes there.',
      ruleId: 'Id of the rule that takes the lead; null if none does.',
      personId: 'Id of the known person whom the lead is about; null for a new person.',
      matchedBy: 'The value of the lead by which the person was found; null for a new person.',
      kind: 'What matched.',
      value: 'The value.',
      assignedUserId: 'Id of the user who gets the lead; of a group in turn, the user whose turn it is now.',
      assignedLenderId: 'Id of the lender who gets the lead.',
      assignedPondId: 'Id of the pond that gets the lead.',
      offeredGroupId: 'Id of the group whose users may claim the lead.',
      offeredUserIds: 'Ids of the users who may claim the lead.',
      offeredUntil: 'Until when they may claim it.',
      actionPlanId: 'Id of the action plan that starts.',
      unavailableUserIds: 'Ids of users of the rule who get no leads now: paused, invited, disabled or deleted.',
      rules: 'Each rule in its order; empty for a known person.',
      'rules.ruleId': 'Id of the rule.',
      result: 'What the rule does with the lead.',
      unmet: 'Conditions that the lead does not meet.',
    },
    rpc: 'previewLeadFlow',
    request: ({ body, mode, query, ignored = [] }) => ({
      record: body as Event,
      options: { handling: mode === 'strict' ? 'strict' : 'lenient' },
      ignored: ignored.slice(0, 100).map((name) => name.slice(0, 255)),
      ...(query['senderId']?.[0] !== undefined && { senderId: Number(query['senderId'][0]) }),
    }),
    respond: (response) => ({ status: 200, body: renderPreview(response) }),
    responses: { 200: { description: 'Who would get the lead, and what each rule does with it.', schema: PREVIEW } },
  }),
];
