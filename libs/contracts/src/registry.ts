import type { Action, Descriptor } from '@porchlight/resource';
import { actions, resources } from './generated-registry';

/** Every resource with operations. Routes, handlers and the suites over all resources use this list. */
export const allResources: readonly Descriptor[] = resources.filter(({ verbs }) => verbs.length > 0);

/** Every operation besides the five verbs. */
export const allActions: readonly Action[] = actions;
