import { bool, defineResource, int, readOnly, required, str, time, writable } from '@porchlight/resource';
import type { Stage } from '../generated/porchlight/people/v1/stage_service';
import { ADMINS, EVERYONE } from '../roles';

/** Where a person stands with the team (specification: Stage). */
export const stages = defineResource<Stage>({
  service: 'people',
  resource: 'stages',
  noun: 'Stage',
  nouns: 'Stages',
  path: 'stages',
  collection: 'stages',
  verbs: ['create', 'get', 'list', 'update', 'delete'],
  roles: { create: ADMINS, get: EVERYONE, list: EVERYONE, update: ADMINS, delete: ADMINS },
  visibility: 'account',
  fields: {
    id: readOnly(int()),
    created: readOnly(time(), { shown: false }),
    updated: readOnly(time(), { shown: false }),
    name: required(str({ min: 1 })),
    orderWeight: writable(int({ min: 0 }), { nullable: false }),
    isProtected: readOnly(bool(), { fallback: false }),
    isDefault: writable(bool(), { nullable: false, fallback: false }),
    peopleCount: readOnly(int(), { fallback: 0 }),
    version: readOnly(int(), { shown: false }),
  },
  filters: {},
  sorts: { orderWeight: { on: 'orderWeight' }, id: { on: 'id' }, name: { on: 'nameKey' } },
  options: { assignStageId: { type: 'int', verbs: ['delete'] } },
  webhooks: { created: 'stageCreated', updated: 'stageUpdated', deleted: 'stageDeleted' },
});
