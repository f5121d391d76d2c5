import type { Happening } from '@tradewind/contract/kit/timeline'
import { phrase } from '#kit/text'

const said: Record<Happening['action'], string> = {
  CREATED: phrase('{name} created it'),
  CHANGED: phrase('{name} changed it'),
  DELETED: phrase('{name} deleted it'),
  RESTORED: phrase('{name} took it out of the trash'),
  IMPORTED: phrase('{name} imported it'),
  CLOSED: phrase('{name} closed it'),
  SHARED: phrase('{name} shared it'),
}

/** Where a kind has words of its own for what happened. */
const own: Readonly<Record<string, string>> = {
  'meetingReport CREATED': phrase('{name} wrote it'),
  'summary CREATED': phrase('{name} wrote it'),
  'projectCompany CREATED': phrase('{name} added it to the project'),
  'projectCompany DELETED': phrase('{name} took it out of the project'),
}

/** What happened, as a sentence that takes the name of who did it. */
export const saidOf = ({ kind, action }: Pick<Happening, 'kind' | 'action'>) => own[`${kind} ${action}`] ?? said[action]

/** Kinds that are called as their company is: on its own page the name says nothing. */
const namedByCompany: readonly string[] = ['meetingReport', 'summary', 'projectCompany']

/** What a happening calls its record besides its kind; nothing where the page itself has said it. */
export const titleOf = ({ kind, recordId, title }: Happening, page: { kind: string; uniqueId: string }) =>
  recordId === page.uniqueId || (page.kind === 'company' && namedByCompany.includes(kind)) ? '' : title

/** The records that are no more, by what happened to them last. The rows come the latest first. */
export const goneIn = (rows: readonly Pick<Happening, 'recordId' | 'action'>[]) => {
  const last = new Map(rows.toReversed().map(({ recordId, action }) => [recordId, action]))
  return new Set([...last].filter(([, action]) => action === 'DELETED').map(([recordId]) => recordId))
}
