import { LIMITS } from '@porchlight/limits';
import { bool, defineResource, int, readOnly, required, str, writable } from '@porchlight/resource';
import { StageServiceDefinition, type Stage } from '../generated/porchlight/people/v1/stage_service';
import { ADMINS, EVERYONE } from '../roles';
import { FORCE_DELETE } from '../force-delete';

/** State of a person in the sales process (specification: Stage). */
export const stages = defineResource<Stage>(StageServiceDefinition, {
  description: 'Stages of people, from lead to closed.',
  roles: { read: EVERYONE, write: ADMINS },
  timestamps: false,
  maxPerAccount: LIMITS.stages.value,
  ordered: 'places',
  describe: {
    name: 'Name of the stage.',
    isProtected: 'True if the stage cannot be renamed or deleted.',
    isDefault: 'True for the stage of new people. The account has exactly one.',
    peopleCount: 'Number of people in the stage.',
  },
  fields: {
    name: required(str({ min: 1 }), { unique: true }),
    orderWeight: writable(int({ min: 0 }), { nullable: false }),
    isProtected: readOnly(bool(), { fallback: false }),
    isDefault: writable(bool(), { nullable: false, fallback: false, sole: true }),
    peopleCount: readOnly(int(), { fallback: 0 }),
  },
  sorts: { orderWeight: { column: 'orderWeight' }, id: { column: 'id' }, name: { column: 'nameKey' } },
  options: {
    ...FORCE_DELETE,
    assignStageId: {
      describe: 'Id of the stage that the people of the deleted stage move to.',
      type: 'int',
      verbs: ['delete'],
      replacement: 'stages',
    },
  },
  webhooks: { created: 'stageCreated', updated: 'stageUpdated', deleted: 'stageDeleted' },
});
