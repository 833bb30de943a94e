/** What an administrator did, as people say it. Pure. */

export const AUDIT_ACTIONS: Readonly<Record<string, string>> = {
  'signed-in': 'signed in',
  'sign-in-failed': 'failed to sign in',
  'session.revoked': 'ended a session',
  'password.changed': 'changed a password',
  'password.reset-link-made': 'made a reset link',
  'organization.renamed': 'renamed the organization',
  'member.invited': 'invited',
  'member.joined': 'joined',
  'member.role-changed': 'changed the role of',
  'member.removed': 'removed',
  'member.renamed': 'changed the name of',
  'identity.linked': 'linked single sign-on to',
  'second-factor.enabled': 'turned on the second factor of',
  'second-factor.disabled': 'turned off the second factor of',
  'second-factor.reset': 'reset the second factor of',
  'recovery-code.used': 'used a recovery code of',
  'invitation.revoked': 'withdrew the invitation of',
  'key.created': 'made the key',
  'key.revoked': 'revoked the key',
  'context.changed': 'changed the business context',
  'retention.changed': 'changed the retention',
  'retention.begun': 'began to delete old events',
  'retention.deleted': 'deleted old events',
  'integration.created': 'made the integration',
  'integration.revoked': 'revoked the integration',
  'metric.settings-changed': 'described the metric',
  'provider.created': 'added the provider',
  'provider.changed': 'changed the provider',
  'provider.removed': 'removed the provider',
  'trust.added': 'trusted',
  'trust.revoked': 'stopped trusting',
  'view.shared': 'shared the view',
  'view.changed': 'changed the shared view',
  'view.withdrawn': 'stopped sharing the view',
  'view.deleted': 'deleted the shared view',
  'connection.allowed': 'let in the assistant',
  'connection.revoked': 'shut out the assistant',
};

/** Newer servers may know more than this page does. */
export function actionWords(action: string): string {
  return AUDIT_ACTIONS[action] ?? action;
}

/** Short facts beside the sentence: `from viewer, to admin`. */
export function describeDetails(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
