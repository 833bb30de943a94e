import { SEVERITIES, type Severity } from '../../backend/model/event.ts';
import type { FacetValues, ValueCount } from '../api.ts';
import { shortSource } from '../text.ts';
import type { ListField, ViewState } from '../url-state.ts';
import { EventText } from './event-text.tsx';
import { Facet } from './facet.tsx';
import { SeverityMark } from './severity-mark.tsx';

export interface FilterPanelProps {
  readonly view: ViewState;
  /** Null until they are known. */
  readonly facets: FacetValues | null;
  readonly onToggle: (field: ListField, value: string) => void;
}

/** The fields whose values are few enough to be listed. */
export function FilterPanel({ view, facets, onToggle }: FilterPanelProps) {
  return (
    <>
      <Facet
        title="Severity"
        values={facets === null ? null : bySeverity(facets.severity)}
        chosen={view.severity}
        onToggle={(value) => onToggle('severity', value)}
        render={(value) => <SeverityMark severity={value as Severity} />}
      />
      <Facet
        title="Type"
        values={facets?.type ?? null}
        chosen={view.type}
        onToggle={(value) => onToggle('type', value)}
      />
      <Facet
        title="Subject"
        values={facets?.subject ?? null}
        chosen={view.subject}
        onToggle={(value) => onToggle('subject', value)}
      />
      <Facet
        title="Source"
        values={facets?.source ?? null}
        chosen={view.source}
        onToggle={(value) => onToggle('source', value)}
        render={(value) => <EventText text={shortSource(value)} />}
      />
    </>
  );
}

/** All four, the gravest first: also those that nothing has. */
function bySeverity(counts: readonly ValueCount[]): ValueCount[] {
  return SEVERITIES.toReversed().map((severity) => ({
    value: severity,
    count: counts.find(({ value }) => value === severity)?.count ?? 0,
  }));
}
