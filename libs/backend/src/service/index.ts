export {
  defineFeatures,
  methods,
  type CreateWorker,
  type NamedWorker,
  type Served,
  type ServedMethods,
} from './define-feature';
export { defineService, type Replacements, type ServiceParts } from './define-service';
