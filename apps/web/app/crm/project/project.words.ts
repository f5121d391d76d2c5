import type { Project, ProjectCompany } from '@tradewind/contract/crm/project.contract'
import { phrase, type Say } from '#kit/text'
import { inWords } from '#ui/values/words'

export type Level = NonNullable<ProjectCompany['priority']>

/** How much, the most first. */
export const levelNames: Readonly<Record<Level, string>> = {
  HIGH: phrase('High'),
  MEDIUM: phrase('Medium'),
  LOW: phrase('Low'),
}

/** How the fields of a project are called, in forms, details and history. */
export const projectLabelsIn = (t: Say) => ({ name: t('Name'), sharedWith: t('Shared With') })

/** How the fields of a company in a project are called. */
export const placeLabelsIn = (t: Say) => ({
  company: t('Company'),
  potential: t('Potential'),
  interest: t('Interest'),
  priority: t('Priority'),
  lastContact: t('Last Contact'),
  nextContact: t('Next Contact'),
  mainContact: t('Main Contact'),
})

const isLevel = (value: unknown): value is Level => typeof value === 'string' && Object.hasOwn(levelNames, value)

const nameOf = (value: object) =>
  Object.entries(value).find(([field]) => ['legalName', 'fullName', 'name'].includes(field))?.[1] as unknown

/** A field's value in words: a level by its name, another record by what it is called. */
export const showIn =
  (t: Say) =>
  (_: string, value: unknown): string =>
    inWords(
      [value].flat().map((one: unknown) => {
        if (isLevel(one)) return t(levelNames[one])
        return typeof one === 'object' && one !== null ? nameOf(one) : one
      }),
    )

/** The people that a project is shared with, by name. */
export const namesIn = ({ sharedWith }: Pick<Project, 'sharedWith'>) => sharedWith.map(({ fullName }) => fullName).join(', ')
