import { Box, Button, Group, LoadingOverlay, Paper, Skeleton, Stack } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router'
import type { Kind, RecordOf, Stamped } from '#kit/api/calls'
import type { Failure } from '#kit/api/failure'
import { useRecord } from '#kit/api/records'
import { useArea } from '#kit/area'
import { useText } from '#kit/text'
import { Conflict } from '#ui/form/Conflict'
import { ErrorSummary } from '#ui/page/ErrorSummary'
import { Restored } from '#ui/form/Restored'
import { useRecordForm, type Values } from '#ui/form/useRecordForm'
import { PageHeader } from '#ui/page/PageHeader'
import { Trouble } from '#ui/page/Trouble'

interface FormPageProps<K extends Kind, V extends Values> {
  kind: K
  /** The title of the list above, and of the form for a new one. */
  listTitle: string
  newTitle: string
  nameOf: (record: RecordOf<K>) => string
  empty: V
  /** How each field is called, and which must be filled. */
  labels: Record<keyof V & string, string>
  required: readonly (keyof V & string)[]
  /** A field's value in words, where a conflict shows it. */
  show?: (field: string, value: unknown) => string
  children: (field: (name: keyof V & string) => FieldProps, failure: Failure | null) => ReactNode
}

/** What an input of the form takes: its name, value, label and error. */
export interface FieldProps extends Pick<GetInputPropsReturnType, 'value' | 'onChange'> {
  id: string
  name: string
  label: string
  required: boolean
  error: string | null
}

/** Creates a record, or changes the one that the address names. Nothing typed is lost; refusals stand beside their fields. */
export const FormPage = <K extends Kind, V extends Values>(page: FormPageProps<K, V>) => {
  const { uniqueId } = useParams()
  const t = useText()
  const { data: record, error, refetch } = useRecord(page.kind, uniqueId)
  const { kind, listTitle, newTitle, nameOf } = page
  const trail = [{ text: listTitle, path: `${kind}/list` }]
  if (!uniqueId) {
    return (
      <Stack>
        <PageHeader title={newTitle} trail={trail} />
        <Form key="new" {...page} record={undefined} />
      </Stack>
    )
  }
  if (record) trail.push({ text: nameOf(record), path: `${kind}/show/${uniqueId}` })
  return (
    <Stack>
      <PageHeader
        title={record ? t('Edit {name}', { name: nameOf(record) }) : t('Edit')}
        here={t('Edit')}
        trail={trail}
        loading={!record && !error}
      />
      {error && !record && <Trouble failure={error} onRetry={() => void refetch()} />}
      {!record && !error && <Skeleton height={420} maw={720} />}
      {record && <Form key={uniqueId} {...page} record={record} />}
    </Stack>
  )
}

const Form = <K extends Kind, V extends Values>(page: FormPageProps<K, V> & { record: Stamped | undefined }) => {
  const { kind, record, empty, children } = page
  const element = useFirstFieldFocus()
  const typed = useRecordForm<V>({ kind, record, empty })
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void typed.submit()
  }
  return (
    <Box pos="relative" maw={720}>
      <LoadingOverlay visible={typed.isPending} />
      <form ref={element} noValidate onSubmit={submit}>
        <Stack>
          <Said page={page} typed={typed} />
          <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
            <Stack>{children(useField(page, typed), typed.failure)}</Stack>
          </Paper>
          <Buttons kind={kind} />
        </Stack>
      </form>
    </Box>
  )
}

type Typed<V extends Values> = ReturnType<typeof useRecordForm<V>>

/** Gives an input what it needs to be one of the form's fields. */
const useField = <K extends Kind, V extends Values>({ labels, required }: FormPageProps<K, V>, { form }: Typed<V>) => {
  const t = useText()
  return (name: keyof V & string): FieldProps => {
    const { value, onChange } = form.getInputProps(name)
    const error = form.errors[name]
    return {
      id: name,
      name,
      label: labels[name],
      required: required.includes(name),
      value,
      onChange,
      error: typeof error === 'string' ? t(error) : null,
    }
  }
}

/** What there is to say about the form as a whole: a restored draft, a conflict, a refusal. */
const Said = <K extends Kind, V extends Values>({
  page: { labels, show },
  typed,
}: {
  page: FormPageProps<K, V>
  typed: Typed<V>
}) => {
  const { changes, conflict, failure, isRestored, discard, submit, takeTheirs } = typed
  return (
    <>
      {isRestored && <Restored onDiscard={discard} />}
      {conflict && (
        <Conflict
          theirs={conflict}
          mine={changes}
          labels={labels}
          show={show}
          onMine={() => void submit(conflict.updatedAt)}
          onTheirs={() => takeTheirs(conflict)}
        />
      )}
      {failure && !conflict && <ErrorSummary failure={failure} labels={labels} />}
    </>
  )
}

const Buttons = ({ kind }: { kind: Kind }) => {
  const t = useText()
  const at = useArea()
  return (
    <Group>
      <Button type="submit">{t('Save')}</Button>
      <Button component={Link} to={at(`${kind}/list`)} variant="default">
        {t('Cancel')}
      </Button>
    </Group>
  )
}

/** The cursor starts in the first field, but where that would open a keyboard over the page. */
const useFirstFieldFocus = () => {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) element.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }, [])
  return element
}
