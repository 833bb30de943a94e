import {
  MongoBulkWriteError,
  MongoDriverError,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';
import { MilepostError, unavailable } from '../../errors.ts';

export const DUPLICATE_KEY = 11000;

/** Server errors that mean "not now": https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml */
const UNAVAILABLE_CODES: ReadonlySet<number> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  100, // UnsatisfiableWriteConcern
  189, // PrimarySteppedDown
  262, // ExceededTimeLimit
  9001, // SocketException
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
  14031, // OutOfDiskSpace
]);

/** Runs a call to the database; what means "not now" becomes UNAVAILABLE. */
export async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toMilepostError(error);
  }
}

function toMilepostError(error: unknown): unknown {
  if (error instanceof MilepostError) return error;
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) {
    return unavailable('the database cannot be reached', error);
  }
  if (error instanceof MongoServerError && !(error instanceof MongoBulkWriteError)) {
    return UNAVAILABLE_CODES.has(Number(error.code))
      ? unavailable('the database is busy or has no primary', error)
      : error;
  }
  if (error instanceof MongoBulkWriteError && UNAVAILABLE_CODES.has(Number(error.code))) {
    return unavailable('the database is busy or full', error);
  }
  // The client was closed, or its pool was cleared, under a call.
  if (error instanceof MongoDriverError && error instanceof MongoError) {
    return unavailable('the database cannot be reached', error);
  }
  return error;
}

export function isDuplicate(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/** Places of a bulk write that failed for a duplicate; undefined when it failed for anything else. */
export function duplicatesOf(error: unknown): ReadonlySet<number> | undefined {
  if (!(error instanceof MongoBulkWriteError)) return undefined;
  const failures = [error.writeErrors].flat();
  if (failures.length === 0 || failures.some((one) => one.code !== DUPLICATE_KEY)) return undefined;
  return new Set(failures.map((one) => one.index));
}
