import { Button, Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { changesSince } from '#kit/browser/drafts'
import { useText } from '#kit/text'
import { DateInput, isWrongDay } from '#ui/form/DateInput'
import { type Aggregation, aggregations, type Asked, type Kpi, type Preset, presetOf, presets, sizes } from './kpi.ts'

/** What is counted, and of which days: these take effect together, by Apply. The number of records takes effect at once. */
export const KpiFilters = ({ kpi }: { kpi: Kpi }) => {
  const t = useText()
  const { asked, usual, change, counted } = kpi
  const [typed, type] = useTyped(asked)
  const apply = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = (['dateFrom', 'dateTo'] as const).find((field) => isWrongDay(typed[field]))
    if (wrong) return event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    change({ ...typed, size: asked.size })
  }
  const clear = () => {
    type(usual)
    change(usual)
  }
  return (
    <form role="search" aria-label={t('Reports KPI')} onSubmit={apply}>
      <Group align="flex-end" gap="xs">
        <AggregationSelect kpi={kpi} typed={typed} onType={type} />
        <PeriodSelect kpi={kpi} onChoose={(days) => change({ ...typed, ...days })} />
        <Days typed={typed} onType={type} refusals={counted.error?.fields ?? {}} />
        <NativeSelect
          label={t('Records Per Page')}
          data={sizes.map(String)}
          value={String(asked.size)}
          onChange={(event) => change({ ...asked, size: Number(event.currentTarget.value) })}
          flex="1 1 112px"
          maw={160}
        />
        <Button type="submit" variant="default">
          {t('Apply Filter')}
        </Button>
        <Button variant="subtle" onClick={clear}>
          {t('Clear Filter')}
        </Button>
      </Group>
    </form>
  )
}

interface Typing {
  typed: Asked
  onType: (typed: Asked) => void
}

const AggregationSelect = ({ kpi, typed, onType }: Typing & { kpi: Kpi }) => {
  const t = useText()
  const choices = kpi.byUserAlone ? (['USER'] as const) : (Object.keys(aggregations) as Aggregation[])
  return (
    <NativeSelect
      label={t('Aggregation Type')}
      data={choices.map((value) => ({ value, label: t(aggregations[value]) }))}
      value={typed.filterType}
      onChange={(event) => onType({ ...typed, filterType: event.currentTarget.value as Aggregation })}
      flex="1 1 116px"
      maw={220}
    />
  )
}

/** Takes effect at once, with what is counted by. */
const PeriodSelect = ({ kpi, onChoose }: { kpi: Kpi; onChoose: (days: Pick<Asked, 'dateFrom' | 'dateTo'>) => void }) => {
  const t = useText()
  const chosen = presetOf(kpi.asked, kpi.today)
  const choices = Object.entries(presets).map(([value, { text }]) => ({ value, label: t(text) }))
  return (
    <NativeSelect
      label={t('Period')}
      data={chosen ? choices : [{ value: '', label: t('Chosen days') }, ...choices]}
      value={chosen ?? ''}
      onChange={({ currentTarget: { value } }) => value && onChoose(presets[value as Preset].days(kpi.today))}
      flex="1 1 116px"
      maw={220}
    />
  )
}

const Days = ({ typed, onType, refusals }: Typing & { refusals: Readonly<Record<string, string>> }) => {
  const t = useText()
  const input = (field: 'dateFrom' | 'dateTo') => ({
    name: field,
    required: true,
    withAsterisk: false,
    value: typed[field],
    error: refusals[field] && t(refusals[field]),
    onChange: (held: string) => onType({ ...typed, [field]: held }),
    flex: '1 1 124px',
    maw: 220,
  })
  return (
    <>
      <DateInput label={t('Date From')} {...input('dateFrom')} />
      <DateInput label={t('Date To')} {...input('dateTo')} />
    </>
  )
}

/** What is in the filters: what the address says, until somebody types. What it says anew takes the place of what was typed. */
const useTyped = (asked: Asked) => {
  const [typed, setTyped] = useState(asked)
  const [before, setBefore] = useState(asked)
  const news = changesSince({ ...before }, { ...asked })
  if (Object.keys(news).length > 0) {
    setBefore(asked)
    setTyped({ ...typed, ...news })
  }
  return [typed, setTyped] as const
}
