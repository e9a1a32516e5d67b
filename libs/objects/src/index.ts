export { SizeMismatch } from './count-bytes';
export { createFileStore } from './file-store';
export { objectStoreFields, openObjectStore, type ObjectStoreConfig } from './object-store-fields';
export type { Deletion, ObjectContent, ObjectStore } from './object-store';
export { detectType, readStart, TYPE_BYTES, type DetectedType, type NamedFile } from './detect-type';
export { createClamdScanner, scannerFields, type Scanner, type ScanResult } from './scanner';
