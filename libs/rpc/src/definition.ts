import type { BinaryWriter } from '@bufbuild/protobuf/wire';
import type { MethodDefinition as GrpcMethod } from '@grpc/grpc-js';

/** The part of a ts-proto message object that this library uses. */
export interface MessageType {
  // The message types are recovered by RequestOf and ResponseOf; here any message fits.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  encode(message: any, writer?: BinaryWriter): BinaryWriter;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  decode(input: Uint8Array, length?: number): any;
}

/** One method of a ts-proto generic definition. */
export interface MethodDefinition {
  readonly name: string;
  readonly requestType: MessageType;
  readonly requestStream: boolean;
  readonly responseType: MessageType;
  readonly responseStream: boolean;
}

/** A ts-proto generic definition, for example PersonServiceDefinition. */
export interface ServiceDefinition {
  readonly name: string;
  readonly fullName: string;
  readonly methods: Readonly<Record<string, MethodDefinition>>;
}

/** Request type of a method. */
export type RequestOf<M extends MethodDefinition> = ReturnType<M['requestType']['decode']>;

/** Response type of a method. */
export type ResponseOf<M extends MethodDefinition> = ReturnType<M['responseType']['decode']>;

/** Full method path on the wire, for example /porchlight.people.v1.PersonService/GetPerson. */
export const formatMethodPath = (definition: ServiceDefinition, method: MethodDefinition): string =>
  `/${definition.fullName}/${method.name}`;

/** Name in logs and metrics: `<service>.<rpc method>`, for example people.createPerson. */
export const formatOperation = (definition: ServiceDefinition, methodKey: string): string =>
  `${definition.fullName.split('.')[1] ?? definition.name}.${methodKey}`;

/** The method as grpc-js defines it. */
export const toGrpcMethod = <Q, R>(definition: ServiceDefinition, method: MethodDefinition): GrpcMethod<Q, R> => ({
  path: formatMethodPath(definition, method),
  requestStream: method.requestStream,
  responseStream: method.responseStream,
  requestSerialize: (message) => Buffer.from(method.requestType.encode(message).finish()),
  requestDeserialize: (bytes) => method.requestType.decode(bytes),
  responseSerialize: (message) => Buffer.from(method.responseType.encode(message).finish()),
  responseDeserialize: (bytes) => method.responseType.decode(bytes),
});

/** Only unary methods are supported. */
export function requireUnary(definition: ServiceDefinition, method: MethodDefinition): void {
  if (method.requestStream || method.responseStream) {
    throw new Error(`${definition.fullName}/${method.name} is a streaming method; only unary methods can be served`);
  }
}
