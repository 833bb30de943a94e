/** Protocol buffers of others, read by small schemas: what is not in them is skipped. */
import protobuf from 'protobufjs/light.js';
import { invalidField } from '../errors.ts';

export type Fields = Readonly<
  Record<string, { readonly type: string; readonly id: number; readonly rule?: 'repeated' }>
>;

/** Where a field is one of several, or may be absent, it is only there when it was sent. */
export interface MessageSchema {
  readonly fields: Fields;
  readonly oneofs?: Readonly<Record<string, { readonly oneof: string[] }>>;
}

export interface Wire<Message> {
  /** Throws VALIDATION_ERROR for bytes that are no such message. */
  read(bytes: Uint8Array): Message;
  /** From the JSON form of protocol buffers. Throws VALIDATION_ERROR. */
  fromJson(json: object): Message;
  write(message: object): Buffer;
}

export function createWire<Message>(
  messages: Readonly<Record<string, MessageSchema>>,
  name: string,
): Wire<Message> {
  const nested = structuredClone(messages) as Record<string, protobuf.IType>;
  const type = protobuf.Root.fromJSON({ nested }).lookupType(name);
  return {
    read: (bytes) => attempt(() => type.decode(bytes) as unknown as Message, 'protobuf'),
    fromJson: (json) => attempt(() => type.fromObject(json) as unknown as Message, 'JSON'),
    write: (message) => Buffer.from(type.encode(type.fromObject(message)).finish()),
  };
}

function attempt<Message>(read: () => Message, form: string): Message {
  try {
    return read();
  } catch {
    throw invalidField('body', `is no ${form} of this message, or damaged`);
  }
}

/** What was sent: a field that was not reads as 0 or empty, and so does one of several. */
export function sent<Message extends object, Name extends keyof Message>(
  message: Message,
  name: Name,
): Message[Name] | undefined {
  return Object.hasOwn(message, name) ? message[name] : undefined;
}

/** 64 bits, of which the lowest may get lost. */
export type Whole = number | { toNumber(): number };

export function toNumber(value: Whole | undefined): number {
  if (value === undefined) return 0;
  return typeof value === 'number' ? value : value.toNumber();
}
