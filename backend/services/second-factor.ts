import { randomBytes } from 'node:crypto';
import { conflict, invalidField, notFound } from '../errors.ts';
import type { Principal } from '../model/key.ts';
import type { Person } from '../model/person.ts';
import type { PersonRecord, PersonStore, SessionStore } from '../store/account-port.ts';
import type { SecondFactorRecord, SecondFactorStore } from '../store/identity-port.ts';
import { actorOf, type By, personTarget } from './actors.ts';
import type { Audit } from './audit.ts';
import { hashSecret } from './keys.ts';
import { requireOwner } from './members.ts';
import type { Seal } from './seal.ts';
import type { PasswordSignIn, Sessions } from './sessions.ts';
import type { Throttle } from './throttle.ts';

/** Codes by the time, made from a secret that an app on a phone has too. */
export interface OneTimeCodes {
  newSecret(): string;
  /** The stretch of time that a code is for; null when it is wrong. `now` in ms. */
  stepOf(secret: string, code: string, now: number): number | null;
  /** The secret as an address that apps read, and as a picture of it. */
  picture(secret: string, account: string): { readonly address: string; readonly svg: string };
}

export interface SecondFactorState {
  readonly isOn: boolean;
  readonly recoveryCodesLeft: number;
}

export interface SecondFactors {
  state(person: string): Promise<SecondFactorState>;
  /**
   * Whether the code is one of this person's that was not used before; it is used then. Rejects with
   * RATE_LIMITED after some attempts.
   */
  check(person: PersonRecord, code: string): Promise<boolean>;
  /** A secret to put into an app; nothing is asked for until `confirm`. Rejects as `disable` does. */
  begin(
    me: Person,
    given: PasswordGiven,
  ): Promise<{ secret: string; address: string; svg: string }>;
  /** Turns it on, and answers with the recovery codes. Ends every other session. */
  confirm(me: Person, principal: Principal, code: string): Promise<readonly string[]>;
  /** Rejects with VALIDATION_ERROR for a wrong password or code, and with RATE_LIMITED. */
  disable(me: Person, given: PasswordGiven & { readonly code: string }): Promise<void>;
  /** By an owner, for who has lost the phone and the recovery codes. Rejects with NOT_FOUND. */
  reset(organization: string, id: string, by: By): Promise<void>;
}

export interface PasswordGiven {
  readonly password: string;
  readonly address: string;
}

export interface SecondFactorDependencies {
  readonly secondFactors: SecondFactorStore;
  readonly people: Pick<PersonStore, 'find'>;
  readonly records: Pick<SessionStore, 'removeOthers'>;
  readonly passwords: Pick<PasswordSignIn, 'verify'>;
  readonly sessions: Pick<Sessions, 'changed'>;
  readonly throttle: Pick<Throttle, 'take' | 'forgive' | 'takeCode'>;
  readonly codes: OneTimeCodes;
  /** Encrypts the secrets. Throws VALIDATION_ERROR where no key is configured. */
  readonly seal: () => Seal;
  readonly audit: Pick<Audit, 'change' | 'record'>;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
}

const RECOVERY_CODES = 10;
/** 80 bits: of no use to who steals their hashes. */
const RECOVERY_BYTES = 10;
/** Longer than a code is good for, ms. */
const USED_MS = 300_000;

export function createSecondFactors(dependencies: SecondFactorDependencies): SecondFactors {
  const { secondFactors, people, records, passwords, sessions } = dependencies;
  const { throttle, codes, seal, audit, clock } = dependencies;

  /** One that is good is used up by this. */
  const useTimeCode = async (factor: SecondFactorRecord, code: string): Promise<boolean> => {
    const secret = seal().open(factor.sealed, factor.person);
    const step = codes.stepOf(secret, code, clock());
    if (step === null) return false;
    return secondFactors.useCode(factor.person, `time ${step}`, clock() + USED_MS);
  };
  const useRecoveryCode = async (
    person: PersonRecord,
    factor: SecondFactorRecord,
    code: string,
  ) => {
    const hash = hashSecret(code.toUpperCase());
    if (!factor.recovery.includes(hash)) return false;
    if (!(await secondFactors.useCode(person.id, hash, null))) return false;
    const { recoveryCodesLeft: left } = await stateOf(factor);
    const actor = actorOf(person);
    await audit.record(person.organization, actor, 'recovery-code.used', personTarget(person), {
      left,
    });
    return true;
  };
  const stateOf = async (factor: SecondFactorRecord | null): Promise<SecondFactorState> => {
    if (factor === null || factor.confirmedAt === null)
      return { isOn: false, recoveryCodesLeft: 0 };
    const used = await secondFactors.usedCodes(factor.person, factor.recovery);
    return { isOn: true, recoveryCodesLeft: factor.recovery.length - used.length };
  };
  const checkPassword = async (me: Person, { password, address }: PasswordGiven) => {
    await throttle.take(me.email, address);
    const person = await people.find(me.id);
    if (person === null || !(await passwords.verify(person.passwordHash, password))) {
      throw invalidField('password', 'is not your password');
    }
    await throttle.forgive(me.email, address);
    return person;
  };
  const check: SecondFactors['check'] = async (person, text) => {
    await throttle.takeCode(person.id);
    const factor = await secondFactors.find(person.id);
    if (factor === null || factor.confirmedAt === null) return false;
    const code = text.replace(/[\s-]/g, '');
    return /^\d{6}$/.test(code) ? useTimeCode(factor, code) : useRecoveryCode(person, factor, code);
  };

  return {
    check,
    state: async (person) => stateOf(await secondFactors.find(person)),
    begin: async (me, given) => {
      await checkPassword(me, given);
      if ((await secondFactors.find(me.id))?.confirmedAt) throw isOnAlready();
      const secret = codes.newSecret();
      await secondFactors.put({
        person: me.id,
        sealed: seal().seal(secret, me.id),
        recovery: [],
        confirmedAt: null,
        createdAt: clock(),
      });
      return { secret, ...codes.picture(secret, me.email) };
    },
    confirm: async (me, { organization, keyId }, text) => {
      await throttle.takeCode(me.id);
      const factor = await secondFactors.find(me.id);
      if (factor === null) throw invalidField('code', 'is for nothing: begin with your password');
      if (factor.confirmedAt !== null) throw isOnAlready();
      if (!(await useTimeCode(factor, text.replace(/\s/g, '')))) throw wrongCode();
      const recovery = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
      const hashes = recovery.map((code) => hashSecret(code.replaceAll('-', '')));
      const deed = { organization, actor: actorOf(me), target: personTarget(me) };
      await audit.change({ ...deed, action: 'second-factor.enabled' }, async () => {
        await secondFactors.put({ ...factor, recovery: hashes, confirmedAt: clock() });
        // Who was in by the password alone is out.
        await records.removeOthers(me.id, keyId);
      });
      sessions.changed();
      return recovery;
    },
    disable: async (me, given) => {
      const person = await checkPassword(me, given);
      if (!(await check(person, given.code))) throw wrongCode();
      const { organization } = person;
      const deed = { organization, actor: actorOf(me), target: personTarget(me) };
      await audit.change({ ...deed, action: 'second-factor.disabled' }, () =>
        secondFactors.remove(me.id),
      );
    },
    reset: (organization, id, by) => resetSecondFactor(dependencies, organization, id, by),
  };
}

/** By an owner, or by who has the shell. Rejects with NOT_FOUND and FORBIDDEN. */
export async function resetSecondFactor(
  {
    people,
    secondFactors,
    audit,
  }: Pick<SecondFactorDependencies, 'people' | 'secondFactors' | 'audit'>,
  organization: string,
  id: string,
  by: By,
): Promise<void> {
  requireOwner(by, 'reset a second factor');
  const person = await people.find(id);
  if (person?.organization !== organization) throw notFound(`id: there is no member ${id}`);
  if ((await secondFactors.find(id)) === null) throw notFound('id: has no second factor');
  const deed = { organization, actor: by.actor, target: personTarget(person) };
  await audit.change({ ...deed, action: 'second-factor.reset' }, () => secondFactors.remove(id));
}

function isOnAlready(): Error {
  return conflict('your second factor is on already, turn it off first');
}

function wrongCode(): Error {
  return invalidField('code', 'is wrong or was used already, wait for the next one');
}

/** `XXXX-XXXX-XXXX-XXXX` of base32. */
function newRecoveryCode(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = BigInt(`0x${randomBytes(RECOVERY_BYTES).toString('hex')}`);
  const text = Array.from({ length: 16 }, (_, index) =>
    letters.charAt(Number((bits >> BigInt(index * 5)) & 31n)),
  ).join('');
  return (text.match(/.{4}/g) ?? []).join('-');
}
