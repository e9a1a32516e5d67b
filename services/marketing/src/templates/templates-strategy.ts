import type { Actor } from '@porchlight/access';
import type { Template } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { normalizeText, type Document, type StoreCall, type Strategy } from '@porchlight/store';
import type { PlansUsing } from '../ports';

/** A template as stored. */
export interface TemplateDocument extends Document {
  createdById: number;
  updatedById: number;
  name: string;
  nameKey: string;
  isShared: boolean;
  /** The account's own HTML, stored unchanged. */
  body: string;
  subject: string;
  /** Who sees it besides the owner: EVERYBODY, or the id of its creator. */
  audience: number;
}

/** No user's id. */
const EVERYBODY = 0;

const SEES_ALL: readonly Actor['role'][] = ['Owner', 'Operator'];

const sees = ({ role, userId }: Actor, { audience }: TemplateDocument): boolean =>
  SEES_ALL.includes(role) || audience === EVERYBODY || audience === userId;

/** Its creator, the owner, and for shared ones the broker. */
const mayChange = ({ role, userId }: Actor, { createdById, isShared }: TemplateDocument): boolean =>
  createdById === userId || SEES_ALL.includes(role) || (role === 'Broker' && isShared);

const audienceOf = (isShared: boolean, createdById: number): number => (isShared ? EVERYBODY : createdById);

/** Rules of templates (decisions section 6): one's own, the account's shared ones, for the owner all. */
export const createTemplateStrategy = (plansUsing: PlansUsing): Strategy<Template, TemplateDocument> => {
  const plans = new WeakMap<StoreCall, Awaited<ReturnType<PlansUsing>>>();
  const refuseOthers = ({ actor }: StoreCall, before: TemplateDocument): void => {
    if (!mayChange(actor, before)) throw refuse('FORBIDDEN', { role: actor.role });
  };

  return {
    mayView: ({ actor }, document) => sees(actor, document),
    listCondition: ({ actor: { role, userId } }) => {
      if (SEES_ALL.includes(role)) return undefined;
      // Lenders read shared templates and have none of their own.
      return { audience: role === 'Lender' ? EVERYBODY : { $in: [EVERYBODY, userId] } };
    },
    prepareForCreate({ actor: { userId } }, { name = '', subject = '', body = '', isShared = false }) {
      const by = { createdById: userId, updatedById: userId };
      return {
        ...by,
        name,
        nameKey: normalizeText(name),
        subject,
        body,
        isShared,
        audience: audienceOf(isShared, userId),
      };
    },
    prepareForUpdate(call, before, input, mask) {
      refuseOthers(call, before);
      const after = { ...before };
      if (mask.has('name')) Object.assign(after, { name: input.name ?? '', nameKey: normalizeText(input.name ?? '') });
      if (mask.has('subject')) after.subject = input.subject ?? '';
      if (mask.has('body')) after.body = input.body ?? '';
      if (mask.has('isShared')) {
        after.isShared = input.isShared ?? false;
        after.audience = audienceOf(after.isShared, before.createdById);
      }
      return changes(before, after) ? { ...after, updatedById: call.actor.userId } : before;
    },
    async validateDelete(call, before) {
      refuseOthers(call, before);
      const users = (await plansUsing(call.actor.accountId, [before.id])).get(before.id) ?? [];
      if (users.length === 0) return;
      const names = users.map(({ name }) => `'${name}'`).join(', ');
      throw refuse('CONFLICT', {
        message: `The template is sent by the action plan ${names}. Take it out of that first.`,
      });
    },
    async prepareRecords(documents, call) {
      plans.set(
        call,
        await plansUsing(
          call.actor.accountId,
          documents.map(({ id }) => id),
        ),
      );
    },
    toRecord(document, call) {
      const { id, created, updated, createdById, updatedById, name, isShared, body, subject, version } = document;
      const own = mayChange(call.actor, document);
      const actionPlans = plans.get(call)?.get(id) ?? [];
      const by = { createdById, updatedById, isEditable: own, isDeletable: own && actionPlans.length === 0 };
      return {
        id,
        created,
        updated,
        ...by,
        name,
        isMobile: false,
        isShared,
        body,
        subject,
        actionPlans,
        categories: [],
        version,
      };
    },
  };
};

const changes = (before: TemplateDocument, after: TemplateDocument): boolean =>
  (['name', 'subject', 'body', 'isShared'] as const).some((field) => before[field] !== after[field]);
