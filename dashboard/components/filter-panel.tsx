import type { ComponentChildren } from 'preact';
import { SEVERITIES, type Severity } from '../../backend/model/event.ts';
import type { GroupField } from '../../backend/model/query.ts';
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
  readonly onToggle: (field: ListField, value: string, isExcluded?: boolean) => void;
}

interface FacetOf {
  readonly field: GroupField;
  readonly title: string;
  readonly render?: (value: string) => ComponentChildren;
}

/** The fields whose values are few enough to be listed. */
const FACETS: readonly FacetOf[] = [
  {
    field: 'severity',
    title: 'Severity',
    render: (value) => <SeverityMark severity={value as Severity} />,
  },
  { field: 'type', title: 'Type' },
  { field: 'subject', title: 'Subject' },
  {
    field: 'source',
    title: 'Source',
    render: (value) => <EventText text={shortSource(value)} />,
  },
];

/** What can be asked for and left out, with counts. */
export function FilterPanel({ view, facets, onToggle }: FilterPanelProps) {
  return (
    <>
      {FACETS.map(({ field, title, ...rest }) => (
        <Facet
          key={field}
          title={title}
          values={facets === null ? null : valuesOf(facets, field)}
          chosen={view[field]}
          excluded={view.not[field]}
          onToggle={(value) => onToggle(field, value)}
          onExclude={(value) => onToggle(field, value, true)}
          {...rest}
        />
      ))}
    </>
  );
}

/** Of severities all four, the gravest first: also those that nothing has. */
function valuesOf(facets: FacetValues, field: GroupField): readonly ValueCount[] {
  if (field !== 'severity') return facets[field];
  return SEVERITIES.toReversed().map((severity) => ({
    value: severity,
    count: facets.severity.find(({ value }) => value === severity)?.count ?? 0,
  }));
}
