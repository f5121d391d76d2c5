import { Anchor } from '@mantine/core'
import type { FieldSpec } from '@tradewind/contract/kit/entityFields'
import type { Language } from '@tradewind/contract/kit/language'
import type { ReactNode } from 'react'
import { type Say, useText } from '#kit/text'
import { Badge, Badges } from '#ui/values/Badge'
import { Day } from '#ui/values/Day'
import { Website } from '#ui/values/links'
import { choiceOf, inWords } from './words.ts'

/** What values depend on: the reader's language. */
interface Reading {
  t: Say
  language: Language
}

/** What a record is called that another one refers to; anything else is as it is. */
export const named = (spec: FieldSpec, value: unknown) =>
  'by' in spec && typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[spec.by] : value

/** How figures are written. A year has no thousands. */
const figures: Readonly<Partial<Record<FieldSpec['type'], Intl.NumberFormatOptions>>> = {
  figure: {},
  number: { maximumFractionDigits: 20, useGrouping: 'min2' },
}

/** A field's value as lists and the page of a record show it; nothing where there is none. */
export const valueShown = (spec: FieldSpec, value: unknown, { t, language }: Reading): ReactNode => {
  if (value === null || value === undefined || value === '') return null
  if (spec.type === 'choice') return choiceOf(spec, value as string, t)
  if (spec.type === 'choices') return <ChoiceBadges {...spec} values={value as readonly string[]} />
  if (spec.type === 'webAddress') return <Website address={value as string} />
  if (spec.type === 'day') return <Day at={value as string} />
  if (spec.type === 'moment') return <Day at={value as string} precise={spec.precise ?? false} />
  const digits = figures[spec.type]
  if (digits) return (value as number).toLocaleString(language, digits)
  return 'by' in spec ? inWords([value].flat().map((other) => named(spec, other))) : (value as string)
}

/** The same on the page of a record, where an address is written to and a number is called. */
export const valueOnPage = (spec: FieldSpec, value: unknown, reading: Reading): ReactNode => {
  if (typeof value === 'string' && value && spec.type === 'emailAddress') return <Anchor href={`mailto:${value}`}>{value}</Anchor>
  if (typeof value === 'string' && value && spec.type === 'phone')
    return <Anchor href={`tel:${value.replace(/[^\d+]/g, '')}`}>{value}</Anchor>
  return valueShown(spec, value, reading)
}

interface ChoiceBadgesProps {
  choices: Readonly<Record<string, string>>
  ownChoices?: true
  values: readonly string[]
}

export const ChoiceBadges = ({ values, ...of }: ChoiceBadgesProps) => {
  const t = useText()
  return (
    <Badges>
      {values.map((value) => (
        <Badge key={value} title={choiceOf(of, value, t)}>
          {choiceOf(of, value, t)}
        </Badge>
      ))}
    </Badges>
  )
}
