import { gunzipSync } from 'node:zlib';
import { createFileRegistry, fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { DESCRIPTOR_SET } from './generated-descriptors';

/** Descriptors of all protos. Import this file when they are needed: it costs 2.5 MB and 40 ms. */
export const descriptorRegistry = createFileRegistry(
  fromBinary(FileDescriptorSetSchema, gunzipSync(Buffer.from(DESCRIPTOR_SET, 'base64'))),
);
