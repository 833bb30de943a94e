import type { Role } from '../../backend/model/person.ts';

export interface RoleSelectProps {
  readonly id?: string;
  readonly name?: string;
  readonly roles: readonly Role[];
  readonly value: Role;
  readonly isBusy?: boolean;
  readonly onChange: (role: Role) => void;
}

export const ROLE_HINTS: Readonly<Record<Role, string>> = {
  owner: 'May do everything, and make other owners.',
  admin: 'May manage people, keys and settings.',
  member: 'May see everything and record events.',
  viewer: 'May see everything and change nothing.',
};

export function RoleSelect({ id, name, roles, value, isBusy = false, onChange }: RoleSelectProps) {
  return (
    <select
      id={id}
      aria-label={name}
      value={value}
      disabled={isBusy}
      onChange={({ currentTarget }) => {
        const role = roles.find((one) => one === currentTarget.value);
        if (role !== undefined) onChange(role);
      }}
    >
      {roles.map((role) => (
        <option key={role} value={role} selected={role === value}>
          {role}
        </option>
      ))}
    </select>
  );
}
