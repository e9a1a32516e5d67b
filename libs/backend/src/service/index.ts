export { defineFeatures, methods, type CreateWorker, type NamedWorker, type Served } from './define-feature';
export { defineService, type Replacements, type ServiceParts } from './define-service';
