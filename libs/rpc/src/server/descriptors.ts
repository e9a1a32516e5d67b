import { type DescFile, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { descriptorRegistry as registry } from '@porchlight/contracts/src/descriptor-registry';

/** The file of this name, for example `porchlight/common/v1/list.proto`. */
export const findFile = (name: string): DescFile | undefined => registry.getFile(name);

/** The file that declares a service, message, enum or extension, or a method, field or value of it. */
export const findFileOf = (symbol: string): DescFile | undefined => {
  const named = registry.get(symbol);
  if (named !== undefined) return named.file;
  const at = symbol.lastIndexOf('.');
  const parent = registry.get(symbol.slice(0, at));
  const members =
    parent?.kind === 'service'
      ? parent.methods
      : parent?.kind === 'message'
        ? [...parent.fields, ...parent.oneofs]
        : parent?.kind === 'enum'
          ? parent.values
          : [];
  return members.some(({ name }) => name === symbol.slice(at + 1)) ? parent?.file : undefined;
};

/** The file with all files that it imports, as bytes of FileDescriptorProto. */
export const encodeFiles = (file: DescFile): Buffer[] => {
  const files = new Set([file]);
  // The set grows while it is read.
  for (const { dependencies } of files) for (const one of dependencies) files.add(one);
  return [...files].map(({ proto }) => Buffer.from(toBinary(FileDescriptorProtoSchema, proto)));
};
