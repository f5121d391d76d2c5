import {
  Button,
  FileButton,
  Group,
  NumberInput,
  type NumberInputProps,
  Skeleton,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { type Failure, failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { useInUse } from '#kit/browser/version'
import { languageNames, useLanguage, useText } from '#kit/text'
import { ErrorState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Picker } from '#ui/picker/Picker'
import { Badge } from '#ui/values/Badge'
import { type Decide, type Decision, type InputProps, sentenceOf, type Value } from './decisions.ts'
import styles from './logo.module.css'

const Input = (props: InputProps) => {
  const { dataType } = props.decision
  if (dataType === 'BOOLEAN') return <Toggle {...props} />
  return dataType === 'IMAGE' ? <Logo {...props} /> : <Written {...props} />
}

/** The input that a decision is changed by, whether it is the standard, and the way back to that. */
export const Deciding = ({ decision, decide }: { decision: Decision; decide: Decide }) => {
  const t = useText()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const onDecide = async (value: Value) => {
    setFailure(null)
    setBusy(true)
    setFailure(await decide(decision.key, value))
    setBusy(false)
  }
  return (
    <Stack gap="xs">
      <Input decision={decision} onDecide={onDecide} error={failure && t(sentenceOf(failure))} busy={busy} />
      <Group gap="xs" mih={26}>
        {decision.isStandard ? (
          <Badge color="gray">{t('Standard')}</Badge>
        ) : (
          <Button variant="subtle" size="compact-sm" disabled={busy} onClick={() => void onDecide(null)}>
            {t('Reset to default')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/** Yes or no, saved at once: it shows the other value while that is being saved. */
const Toggle = ({ decision: { name, value }, onDecide, error, busy }: InputProps) => {
  const t = useText()
  const checked = (value === true) !== busy
  return (
    <Switch
      checked={checked}
      label={checked ? t('Yes') : t('No')}
      aria-label={t(name)}
      error={error}
      onChange={() => !busy && void onDecide(!checked)}
    />
  )
}

/** A text, a figure, a language or a time zone, saved by its button or by Enter. */
const Written = ({ decision, onDecide, error, busy }: InputProps) => {
  const t = useText()
  const value = String(decision.value)
  const [typed, setTyped] = useState(value)
  const [before, setBefore] = useState(value)
  if (before !== value) {
    setBefore(value)
    setTyped(value)
  }
  const isChanged = typed !== value
  useInUse(isChanged)
  const save = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isChanged) void onDecide(typed)
  }
  return (
    <form noValidate onSubmit={save}>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <Box decision={decision} value={typed} onChange={setTyped} error={error} />
        <Button
          type="submit"
          variant="default"
          loading={busy}
          disabled={!isChanged}
          aria-label={t('Save {name}', { name: t(decision.name) })}
        >
          {t('Save')}
        </Button>
      </Group>
    </form>
  )
}

interface BoxProps {
  decision: Decision
  value: string
  onChange: (value: string) => void
  error: string | null
}

const languages = Object.entries(languageNames).map(([value, label]) => ({ value, label }))
const timeZones = Intl.supportedValuesOf('timeZone')

/** Where a value is written or chosen, as its type asks. */
const Box = ({ decision: { dataType, name }, value, onChange, error }: BoxProps) => {
  const t = useText()
  const shared = { 'aria-label': t(name), error, flex: 1, maw: 360, value }
  const choosing = { ...shared, onChange: (chosen: string | null) => onChange(chosen ?? '') }
  if (dataType === 'NUMBER') return <Figure {...shared} onFigure={onChange} />
  if (dataType === 'LANGUAGE') return <Picker {...choosing} data={languages} />
  if (dataType === 'TIME_ZONE')
    return (
      <Picker
        {...choosing}
        value={value || null}
        data={timeZones}
        clearable
        placeholder={t('Follows each browser')}
        nothingFoundMessage={t('Unknown time zone')}
      />
    )
  const isAddress = dataType === 'EMAIL'
  return (
    <TextInput
      {...shared}
      type={isAddress ? 'email' : 'text'}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type FigureProps = Pick<NumberInputProps, 'aria-label' | 'error' | 'flex' | 'maw' | 'value'> & {
  onFigure: (figure: string) => void
}

/** A whole number, its thousands parted as the reader's language does it. */
const Figure = ({ onFigure, ...shared }: FigureProps) => {
  const parts = new Intl.NumberFormat(useLanguage()).formatToParts(1_000_000)
  const thousands = parts.find(({ type }) => type === 'group')?.value ?? ' '
  return (
    <NumberInput
      {...shared}
      allowDecimal={false}
      thousandSeparator={thousands}
      decimalSeparator={thousands === ',' ? '.' : ','}
      onChange={(figure) => onFigure(String(figure))}
    />
  )
}

/** A picture, shown and replaced. */
const Logo = ({ decision: { name, value }, error }: InputProps) => {
  const t = useText()
  const { take, refusal, isPending } = useTaking()
  const said = refusal ?? error
  return (
    <Stack gap="xs" align="flex-start">
      {value ? <Picture uniqueId={String(value)} alt={t(name)} /> : <Text c="dimmed">{t('No picture yet')}</Text>}
      <FileButton accept="image/png,image/jpeg,image/webp,image/gif" onChange={(file) => file && void take(file)}>
        {(button) => (
          <Button {...button} variant="default" loading={isPending} leftSection={<IconUpload size={16} aria-hidden />}>
            {value ? t('Choose another picture') : t('Choose a picture')}
          </Button>
        )}
      </FileButton>
      <Group role="alert" mih={0}>
        {said && (
          <Text size="sm" c="var(--mantine-color-error)">
            {said}
          </Text>
        )}
      </Group>
    </Stack>
  )
}

const useTaking = () => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync, isPending } = useSend('POST /api/tenantConfiguration/logo')
  const [refusal, setRefusal] = useState<string | null>(null)
  const take = async (file: File) => {
    setRefusal(null)
    await mutateAsync({ file }).then(toast.reply, (error: unknown) => setRefusal(t(sentenceOf(failureOf(error)))))
  }
  return { take, refusal, isPending }
}

/** A picture of the tenant that this part of the page acts in: fetched, since an image element names no tenant. */
const Picture = ({ uniqueId, alt }: { uniqueId: string; alt: string }) => {
  const { data: file, error, refetch } = useCall('GET /api/document/:uniqueId', { uniqueId })
  if (error && !file) return <ErrorState failure={error} onRetry={() => void refetch()} />
  return file ? <Shown file={file} alt={alt} /> : <Skeleton width={160} height={72} />
}

const Shown = ({ file, alt }: { file: File; alt: string }) => {
  const draw = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(file)
      return () => URL.revokeObjectURL(image.src)
    },
    [file],
  )
  return <img className={styles.logo} ref={draw} alt={alt} />
}
