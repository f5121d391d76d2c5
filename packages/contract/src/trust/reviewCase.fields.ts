import { dateCreated, type FieldSpecs } from '../kit/entityFields.ts'
import { phrase } from '../kit/phrase.ts'
import { caseNames, caseStateNames, removalNames } from './reviewCase.constants.ts'

const choice = <C extends Readonly<Record<string, string>>>(label: string, choices: C, prompt: string) =>
  ({ label, type: 'choice', choices, prompt, readOnly: true, where: true }) as const

/** The fields of a case that its list shows and filters by. */
export const caseFields = {
  kind: { ...choice(phrase('What was noticed'), caseNames, 'Unknown kind'), column: { at: 1 } },
  companyName: { label: phrase('Company Name'), type: 'text', readOnly: true, column: { at: 2, width: '22%' } },
  /** Of reports, or of similar answers. */
  count: { label: phrase('How often'), type: 'figure', readOnly: true, column: { at: 3, width: '11%' } },
  reason: { ...choice(phrase('Reason'), removalNames, 'Choose a reason'), column: { at: 4, width: '18%' } },
  state: { ...choice(phrase('State'), caseStateNames, 'Unknown state'), column: { at: 5, width: '13%' } },
  dateCreated: { ...dateCreated, column: { at: 6, width: '13%' } },
} as const satisfies FieldSpecs
