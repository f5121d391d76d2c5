import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { IconArrowsJoin2 } from '@tabler/icons-react'
import { type CustomDefinition, customName, isCustomName } from '@tradewind/contract/kit/custom/custom.fields'
import { type FieldSpecs, formSpecs, listName } from '@tradewind/contract/kit/entityFields'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { RecordOf } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useCustomFields, withCustom } from '#kit/api/records'
import { pathOf, useArea, useNavigateFromHere } from '#kit/area'
import { useText } from '#kit/text'
import { CustomValue } from '#ui/entity/useCustom'
import { useFieldFormatter } from '#ui/entity/useFieldFormatter'
import { useFields } from '#ui/entity/useFields'
import { formatValue } from '#ui/entity/words'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState, QueryContent } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Day } from '#ui/values/Day'
import { movingInWords } from './merge.labels.ts'
import { type MergeKind, type MergePart, useMerge, useParts, useUnmerge } from './mergeRecords.tsx'
import styles from './merge.module.css'

type Fields = Readonly<Record<string, unknown>>
interface WithId {
  uniqueId: string
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Returns whether two values of a field are equal; objects are compared by their content. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The record that is kept by default: the one with the most filled fields; of several the first, which is the oldest. */
export const mostCompleteOf = <R extends WithId>(records: readonly R[], fields: readonly string[]) => {
  const filled = (record: R) => fields.filter((field) => !isEmpty((record as Fields)[field])).length
  return records.reduce((best, record) => (filled(record) > filled(best) ? record : best))
}

/** For each field, the record that provides the value: the chosen one, else the kept record, or if that has no value, the first record that has one. */
export const valueSourcesOf = (
  records: readonly WithId[],
  fields: readonly string[],
  into: string,
  chosen: Readonly<Record<string, string>>,
): Record<string, string> => {
  const target = records.find(({ uniqueId }) => uniqueId === into)
  const first = target ? [target, ...records] : records
  const of = (field: string) =>
    chosen[field] ?? first.find((record) => !isEmpty((record as unknown as Fields)[field]))?.uniqueId ?? into
  return Object.fromEntries(fields.map((field) => [field, of(field)]))
}

interface MergePageProps<K extends MergeKind, F extends FieldSpecs> {
  kind: K
  fields: F
  /** The title of the list, the parent page. */
  listTitle: string
  nameOf: (record: RecordOf<K>) => string
  /** Renders fields that the field specs cannot. */
  show?: { readonly [Field in keyof F & string]?: (record: RecordOf<K>) => ReactNode }
}

/** The records that the address names, side by side: chooses the one to keep, and for each field the record that provides the value. */
export const MergePage = <K extends MergeKind, F extends FieldSpecs>(page: MergePageProps<K, F>) => {
  const t = useText()
  const [params] = useSearchParams()
  const ids = [...new Set((params.get('records') ?? '').split(',').filter(Boolean))]
  const parts = useParts(page.kind, ids)
  const custom = useCustomFields(page.kind)
  const trail = [
    { text: page.listTitle, path: pathOf(page.kind, 'list') },
    { text: t('Duplicates'), path: pathOf(page.kind, 'duplicates') },
  ]
  return (
    <Stack gap="md">
      <PageHeader title={t('Merge')} trail={trail} />
      {ids.length < 2 ? (
        <EmptyState
          icon={IconArrowsJoin2}
          title={t('Nothing to merge')}
          text={t('Choose two records or more among the duplicates, or tick them in the list.')}
        />
      ) : (
        <QueryContent of={parts} height={420}>
          {(read) =>
            custom.isLoading ? (
              <Skeleton height={420} />
            ) : (
              <MergeForm
                key={ids.join()}
                {...page}
                custom={custom.data?.rows ?? []}
                parts={read.rows.map((part) => ({ ...part, record: withCustom(part.record) }))}
                reload={() => void parts.refetch()}
              />
            )
          }
        </QueryContent>
      )}
    </Stack>
  )
}

interface MergeFormProps<K extends MergeKind, F extends FieldSpecs> extends MergePageProps<K, F> {
  parts: readonly MergePart<K>[]
  /** The tenant's custom fields: the records have their values under the names of these. */
  custom: readonly CustomDefinition[]
  /** Reloads the records. */
  reload: () => void
}

/** The choices: the record to keep, and the record that provides the value of each changed field. */
const useChoice = <K extends MergeKind, F extends FieldSpecs>({ parts, fields, custom }: MergeFormProps<K, F>) => {
  const records = parts.map(({ record }) => record)
  const customNames = custom.map(({ key }) => customName(key))
  const names: (readonly [field: string, name: string])[] = [
    ...formSpecs(fields).map(([field, spec]) => [field, listName(field, spec)] as const),
    ...customNames.map((name) => [name, name] as const),
  ]
  /** Custom fields that the kept record lacks are filled from the others, unless the merge names the record that provides the value. */
  const isExplicit = (field: string, name: string) => (isCustomName(field) ? !isSameIn(records, name) : sources[name] !== into)
  const [chosenTarget, setChosenTarget] = useState<string>()
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const compared = names.map(([, name]) => name)
  const into = chosenTarget ?? mostCompleteOf(records, compared).uniqueId
  const sources = valueSourcesOf(records, compared, into, chosen)
  return {
    records,
    into,
    setChosenTarget,
    taken: sources,
    take: (name: string, uniqueId: string) => setChosen({ ...chosen, [name]: uniqueId }),
    /** By field of the form: only those for which the merge would not take that value by default. */
    fields: Object.fromEntries(names.flatMap(([field, name]) => (isExplicit(field, name) ? [[field, sources[name]!]] : []))),
  }
}

const valueIn = (record: object, name: string) => (record as Record<string, unknown>)[name]
const isSameIn = (records: readonly object[], name: string) =>
  records.every((record) => isSame(valueIn(record, name), valueIn(records[0]!, name)))

const MergeForm = <K extends MergeKind, F extends FieldSpecs>(page: MergeFormProps<K, F>) => {
  const { kind, parts, nameOf } = page
  const t = useText()
  const choice = useChoice(page)
  const { records, into, taken } = choice
  const { send, isPending } = useSubmit(page, choice)
  const nameOfId = (uniqueId: string) => nameOf(records.find((record) => record.uniqueId === uniqueId)!)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Paper withBorder p="md">
        <div className={styles.sides} style={{ '--records': records.length } as CSSProperties}>
          <Choices
            legend={t('This one is kept')}
            name="into"
            value={into}
            options={parts.map(({ record, moving: movedText }) => ({
              uniqueId: record.uniqueId,
              content: (
                <>
                  <strong>{nameOf(record)}</strong>
                  <Text size="sm" c="dimmed">
                    {t('Created')} <Day at={record.dateCreated} />
                  </Text>
                  <Text size="sm" c="dimmed">
                    {movingInWords(t, movedText)}
                  </Text>
                </>
              ),
            }))}
            onChoose={choice.setChosenTarget}
          />
          <FieldRows {...page} sources={taken} onChoose={choice.take} />
        </div>
      </Paper>
      <Outcome parts={parts.filter(({ record }) => record.uniqueId !== into)} name={nameOfId(into)} nameOf={nameOf} />
      <Group mt="md" justify="flex-end">
        <Cancel kind={kind} />
        <Button type="submit" loading={isPending} leftSection={<IconArrowsJoin2 size={16} aria-hidden />}>
          {t('Merge')}
        </Button>
      </Group>
    </form>
  )
}

const Cancel = ({ kind }: { kind: MergeKind }) => {
  const t = useText()
  const at = useArea()
  return (
    <Button variant="default" component={Link} to={at(pathOf(kind, 'duplicates'))}>
      {t('Cancel')}
    </Button>
  )
}

/** Sends the merge, opens the merged record, and offers Undo. */
const useSubmit = <K extends MergeKind, F extends FieldSpecs>(
  { kind, reload }: MergeFormProps<K, F>,
  { records, into, fields }: ReturnType<typeof useChoice<K, F>>,
) => {
  const toast = useToast()
  const at = useArea()
  const navigate = useNavigateFromHere()
  const { merge, isPending } = useMerge(kind)
  const { unmerge } = useUnmerge(kind)
  const send = async () => {
    const from = records.map(({ uniqueId }) => uniqueId).filter((uniqueId) => uniqueId !== into)
    const updatedAt = Object.fromEntries(records.map((record) => [record.uniqueId, record.updatedAt]))
    try {
      const reply = await merge({ into, from, fields, updatedAt })
      toast.reply(reply, () => void unmerge(reply.data.merge))
      await navigate(at(pathOf(kind, `show/${into}`)))
    } catch (error) {
      toast.failure(failureOf(error))
      reload()
    }
  }
  return { send, isPending }
}

const renderCustom = (definition: CustomDefinition, value: unknown) => {
  if (value === undefined || definition.type === 'LINK') return formatValue(value)
  return <CustomValue definition={definition} value={value} />
}

interface FieldRowsProps<K extends MergeKind, F extends FieldSpecs> extends MergeFormProps<K, F> {
  sources: Readonly<Record<string, string>>
  onChoose: (name: string, uniqueId: string) => void
}

/** Built-in and custom fields, as text: a link would be one more thing to click within a choice. */
const FieldRows = <K extends MergeKind, F extends FieldSpecs>(rows: FieldRowsProps<K, F>) => {
  const { parts, fields, custom, nameOf, show = {}, sources, onChoose } = rows
  const { labels } = useFields(fields)
  const words = useFieldFormatter(fields)
  const renderers: Partial<Record<string, (record: RecordOf<K>) => ReactNode>> = show
  const row = { records: parts.map(({ record }) => record), nameOf }
  const rowOf = (name: string) => ({ ...row, name, value: sources[name]!, onChoose: (id: string) => onChoose(name, id) })
  return (
    <>
      {formSpecs(fields).map(([field, spec]) => (
        <FieldRow
          key={field}
          {...rowOf(listName(field, spec))}
          legend={labels[field]}
          renderValue={(record) => renderers[field]?.(record) ?? words.show(field, valueIn(record, listName(field, spec)))}
        />
      ))}
      {custom.map((definition) => (
        <FieldRow
          key={definition.key}
          {...rowOf(customName(definition.key))}
          legend={definition.label}
          renderValue={(record) => renderCustom(definition, valueIn(record, customName(definition.key)))}
        />
      ))}
    </>
  )
}

interface FieldRowProps<K extends MergeKind> {
  name: string
  legend: string
  records: readonly RecordOf<K>[]
  nameOf: (record: RecordOf<K>) => string
  renderValue: (record: RecordOf<K>) => ReactNode
  value: string
  onChoose: (uniqueId: string) => void
}

/** A field with the records' values of it. If they are equal, there is nothing to choose. */
const FieldRow = <K extends MergeKind>({
  name,
  legend,
  records,
  nameOf,
  renderValue: shownOf,
  value,
  onChoose,
}: FieldRowProps<K>) => {
  const [first] = records
  if (first && isSameIn(records, name))
    return (
      <dl className={styles.field}>
        <Text component="dt" size="sm" c="dimmed" py={6}>
          {legend}
        </Text>
        <dd className={styles.same} style={{ margin: 0 }}>
          {shownOf(first)}
        </dd>
      </dl>
    )
  return (
    <Choices
      legend={legend}
      name={name}
      value={value}
      options={records.map((record) => ({ uniqueId: record.uniqueId, content: shownOf(record), recordName: nameOf(record) }))}
      onChoose={onChoose}
    />
  )
}

interface ChoicesProps {
  legend: string
  name: string
  value: string
  options: readonly { uniqueId: string; content: ReactNode; recordName?: string }[]
  onChoose: (uniqueId: string) => void
}

const Choices = ({ legend, name, value, options, onChoose }: ChoicesProps) => (
  <fieldset className={styles.field}>
    <legend>{legend}</legend>
    {options.map(({ uniqueId, content, recordName }) => (
      <label key={uniqueId} className={styles.choice}>
        <input type="radio" name={name} value={uniqueId} checked={uniqueId === value} onChange={() => onChoose(uniqueId)} />
        <span style={{ minWidth: 0 }}>
          {content}
          {recordName && (
            <Text component="span" size="xs" c="dimmed" className={styles.whose}>
              {recordName}
            </Text>
          )}
        </span>
      </label>
    ))}
  </fieldset>
)

interface OutcomeProps<K extends MergeKind> {
  /** The records that are merged into the other one. */
  parts: readonly MergePart<K>[]
  name: string
  nameOf: (record: RecordOf<K>) => string
}

/** Describes what the merge will do. */
const Outcome = <K extends MergeKind>({ parts, name, nameOf }: OutcomeProps<K>) => {
  const t = useText()
  const sums = new Map<string, number>()
  for (const { kind, count } of parts.flatMap(({ moving }) => moving)) sums.set(kind, (sums.get(kind) ?? 0) + count)
  const moving = movingInWords(
    t,
    [...sums].map(([kind, count]) => ({ kind, count })),
  )
  const names = parts.map(({ record }) => nameOf(record)).join(', ')
  return (
    <Text size="sm" mt="md" role="status">
      {moving ? t('{what} will move to “{name}”.', { name, what: moving }) : t('No other records will move.')}{' '}
      {t('{names} will go to the trash. You can undo the merge for 30 days.', { names })}
    </Text>
  )
}
