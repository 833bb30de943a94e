import type { Role } from '../../backend/model/person.ts';
import type { Account } from '../api.ts';
import type { ApiResult } from '../requests.ts';
import type { Member } from './console-api.ts';
import { mayChange, rolesToGive } from './permissions.ts';
import { RoleSelect } from './role-select.tsx';
import { useAction } from './use-action.ts';

export interface MemberRowProps {
  readonly member: Member;
  readonly account: Account;
  readonly onRole: (role: Role) => Promise<ApiResult<unknown>>;
  readonly onReset: () => Promise<ApiResult<unknown>>;
  readonly onFactor: () => void;
  readonly onRemove: () => void;
}

/** One person; with what may be done about them. */
export function MemberRow({
  member,
  account,
  onRole,
  onReset,
  onFactor,
  onRemove,
}: MemberRowProps) {
  const { isBusy, problem, run } = useAction();
  const isSelf = account.person?.id === member.id;
  return (
    <li class="item">
      <div class="item-main">
        <strong>
          {member.name}
          {isSelf && <span class="muted"> (you)</span>}
        </strong>
        <span class="muted">{member.email}</span>
      </div>
      {mayChange(account, member) ? (
        <div class="item-actions">
          <RoleSelect
            name={`Role of ${member.name}`}
            roles={rolesToGive(account)}
            value={member.role}
            isBusy={isBusy.value}
            onChange={(role) => void run(() => onRole(role))}
          />
          <button
            type="button"
            class="button"
            aria-label={`Make a reset link for ${member.name}`}
            disabled={isBusy.value}
            onClick={() => void run(onReset)}
          >
            Reset link
          </button>
          {member.hasSecondFactor && account.person?.role === 'owner' && (
            <button
              type="button"
              class="button"
              aria-label={`Reset the second factor of ${member.name}`}
              onClick={onFactor}
            >
              Reset second factor
            </button>
          )}
          <button
            type="button"
            class="button"
            aria-label={`Remove ${member.name}`}
            onClick={onRemove}
          >
            Remove
          </button>
        </div>
      ) : (
        <span class="tag">{member.role}</span>
      )}
      {problem.value !== null && (
        <p class="problem item-problem" role="alert">
          {problem.value}
        </p>
      )}
    </li>
  );
}
