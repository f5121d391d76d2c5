import { Alert, Button, FileButton, Group, Skeleton, Stack, Switch, Table, Text, TextInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import type { TenantSetting } from '@tradewind/contract/platform/tenantSetting.contract'
import { useCallback, useState } from 'react'
import { explain, type Failure, failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { isLanguage, languageNames, type Translate, useText } from '#kit/text'
import { NumberField } from '#ui/form/NumberField'
import { Picker } from '#ui/form/Picker'
import { Restored } from '#ui/form/Restored'
import { useDraft } from '#ui/form/useStoredDraft'
import { ErrorState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Badge } from '#ui/values/Badge'
import styles from './logo.module.css'

interface Reply {
  responseStatus: string
  message: string
}

/** A change of a setting. `from`: the value that it is based on. */
export interface SettingChange {
  key: string
  value: Value
  from: boolean | string
}

/**
 * Saves a setting, shows the reply, and waits for the new values, also if somebody else has changed it. Returns the failure, which is shown at the
 * input.
 */
export const useSaveSetting = (save: (change: SettingChange) => Promise<Reply>, refetch: () => Promise<unknown>): SaveSetting => {
  const toast = useToast()
  return async (change) => {
    try {
      toast.reply(await save(change))
      await refetch()
      return null
    } catch (error) {
      const failure = failureOf(error)
      if (failure.status === 409) await refetch()
      return failure
    }
  }
}

/** The value of a setting: null resets it to the default. */
export type Value = boolean | string | null

/** Saves one setting; returns the failure if it was rejected. */
type SaveSetting = (change: SettingChange) => Promise<Failure | null>

interface InputProps {
  setting: TenantSetting
  /** Under which what is typed is stored until it is saved. */
  draftName: string
  /** Saves another value; returns whether it was saved. */
  onSave: (value: Value) => Promise<boolean>
  /** The server's error for the last one. */
  error: string | null
  busy: boolean
}

interface SettingInputsProps {
  label: string
  settings: readonly TenantSetting[]
  /** Drafts are stored under it, and the key of their setting. */
  draftName: string
  /** Null: read-only. */
  saveSetting: SaveSetting | null
}

/** The settings of a tenant, one a row: name, description and value. */
export const SettingInputs = ({ label, settings, ...saving }: SettingInputsProps) => {
  const t = useText()
  const narrow = useIsNarrow()
  // Not a state of the inputs, which are mounted anew when the window becomes narrow or wide.
  const [failures, setFailures] = useState<Readonly<Record<string, Failure | null>>>({})
  const valueOf = (setting: TenantSetting) => (
    <ValueOf
      setting={setting}
      failure={failures[setting.key] ?? null}
      onFailure={(failure) => setFailures((before) => ({ ...before, [setting.key]: failure }))}
      {...saving}
    />
  )
  return (
    <Table layout="fixed" aria-label={label} verticalSpacing="md" highlightOnHover={false}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={48} ta="right">
            #
          </Table.Th>
          <Table.Th>{t('Name')}</Table.Th>
          {!narrow && <Table.Th w="48%">{t('Value')}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {settings.map((setting, at) => (
          <Table.Tr key={setting.key} style={{ verticalAlign: 'top' }}>
            <Table.Td ta="right" c="dimmed">
              {at + 1}
            </Table.Td>
            <Table.Td>
              <Stack gap="xs">
                <About setting={setting} />
                {narrow && valueOf(setting)}
              </Stack>
            </Table.Td>
            {!narrow && <Table.Td>{valueOf(setting)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const About = ({ setting: { name, description } }: { setting: TenantSetting }) => {
  const t = useText()
  return (
    <div>
      <Text fw={600}>{t(name)}</Text>
      <Text size="sm" c="dimmed" maw="52ch">
        {t(description)}
      </Text>
    </div>
  )
}

interface ValueOfProps extends Pick<SettingInputsProps, 'draftName' | 'saveSetting'> {
  setting: TenantSetting
  /** Why the last value was rejected. */
  failure: Failure | null
  onFailure: (failure: Failure | null) => void
}

const ValueOf = ({ setting, draftName, saveSetting, ...refusal }: ValueOfProps) =>
  saveSetting ? (
    <SettingInput setting={setting} draftName={`${draftName}/${setting.key}`} saveSetting={saveSetting} {...refusal} />
  ) : (
    <ShownValue setting={setting} />
  )

const wordsFor = ({ dataType, value }: TenantSetting, t: Translate) => {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (dataType === 'LANGUAGE' && isLanguage(value)) return languageNames[value]
  if (dataType === 'TIME_ZONE' && !value) return t('Follows each browser')
  return value || t('N/A')
}

/** The value, for users who may only read it. */
const ShownValue = ({ setting }: { setting: TenantSetting }) => (
  <Text style={{ overflowWrap: 'anywhere' }}>{wordsFor(setting, useText())}</Text>
)

const Input = (props: InputProps) => {
  const { dataType } = props.setting
  if (dataType === 'BOOLEAN') return <Toggle {...props} />
  return dataType === 'IMAGE' ? <Logo {...props} /> : <TypedInput {...props} />
}

/** The input of a setting, whether it has the default value, and the button that resets it. */
const SettingInput = ({ setting, draftName, saveSetting, failure, onFailure }: ValueOfProps & { saveSetting: SaveSetting }) => {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const onSave = async (value: Value) => {
    onFailure(null)
    setBusy(true)
    const refused = await saveSetting({ key: setting.key, value, from: setting.value })
    onFailure(refused)
    setBusy(false)
    return refused === null
  }
  return (
    <Stack gap="xs">
      <Input setting={setting} draftName={draftName} onSave={onSave} error={failure && explain(failure, t)} busy={busy} />
      <Group gap="xs" mih={26}>
        {setting.isStandard ? (
          <Badge color="gray">{t('Standard')}</Badge>
        ) : (
          <Button variant="subtle" size="compact-sm" disabled={busy} onClick={() => void onSave(null)}>
            {t('Reset to default')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/** Yes or no, saved immediately: shows the other value while that is being saved. */
const Toggle = ({ setting: { name, value }, onSave, error, busy }: InputProps) => {
  const t = useText()
  const checked = (value === true) !== busy
  return (
    <Switch
      checked={checked}
      label={checked ? t('Yes') : t('No')}
      aria-label={t(name)}
      error={error}
      onChange={() => !busy && void onSave(!checked)}
    />
  )
}

/** A text, a figure, a language or a time zone, saved by its button or by Enter. What was typed stays until then. */
const TypedInput = ({ setting, draftName, onSave, error, busy }: InputProps) => {
  const t = useText()
  const draft = useDraft(draftName, String(setting.value))
  const isChanged = draft.text !== setting.value
  const save = async () => {
    if (isChanged && (await onSave(draft.text))) draft.settle(draft.text, draft.text)
  }
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void save()
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="xs">
        {!busy && isChanged && <ChangedNotice setting={setting} {...draft} />}
        <Group gap="xs" align="flex-start" wrap="nowrap">
          <ValueInput setting={setting} value={draft.text} onChange={draft.type} error={error} />
          <Button
            type="submit"
            variant="default"
            loading={busy}
            disabled={!isChanged}
            aria-label={t('Save {name}', { name: t(setting.name) })}
          >
            {t('Save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Says that what was typed is not the saved value: it was restored, or somebody else has saved another one meanwhile. */
const ChangedNotice = ({
  setting,
  isRestored,
  isOutdated,
  discard,
}: { setting: TenantSetting } & ReturnType<typeof useDraft>) => {
  const t = useText()
  if (!isOutdated) return isRestored && <Restored onDiscard={discard} />
  return (
    <Alert color="signal" p="xs" role="alert" title={t('Someone else changed this in the meantime')}>
      <Group justify="space-between">
        <Text size="sm" flex="1 1 200px" style={{ overflowWrap: 'anywhere' }}>
          {t('Saved version')}
          {t(':')} {wordsFor(setting, t)}
        </Text>
        <Button size="compact-sm" variant="default" onClick={discard}>
          {t('Use the saved version')}
        </Button>
      </Group>
    </Alert>
  )
}

interface ValueInputProps {
  setting: TenantSetting
  value: string
  onChange: (value: string) => void
  error: string | null
}

const languages = Object.entries(languageNames).map(([value, label]) => ({ value, label }))
const timeZones = Intl.supportedValuesOf('timeZone')

/** The input for a value, by its type. */
const ValueInput = ({ setting: { dataType, name }, value, onChange, error }: ValueInputProps) => {
  const t = useText()
  const shared = { 'aria-label': t(name), error, flex: 1, maw: 360, value }
  const choosing = { ...shared, onChange: (chosen: string | null) => onChange(chosen ?? '') }
  if (dataType === 'NUMBER') return <NumberField {...shared} onChange={(figure) => onChange(String(figure))} isGrouped />
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

/** A picture, shown and replaced. */
const Logo = ({ setting: { name, value }, error }: InputProps) => {
  const t = useText()
  const { replaceLogo, refusal, isPending } = useReplaceLogo()
  const message = refusal ?? error
  return (
    <Stack gap="xs" align="flex-start">
      {value ? <Picture uniqueId={String(value)} alt={t(name)} /> : <Text c="dimmed">{t('No picture yet')}</Text>}
      <FileButton accept="image/png,image/jpeg,image/webp,image/gif" onChange={(file) => file && void replaceLogo(file)}>
        {(button) => (
          <Button {...button} variant="default" loading={isPending} leftSection={<IconUpload size={16} aria-hidden />}>
            {value ? t('Choose another picture') : t('Choose a picture')}
          </Button>
        )}
      </FileButton>
      <Group role="alert" mih={0}>
        {message && (
          <Text size="sm" c="var(--mantine-color-error)">
            {message}
          </Text>
        )}
      </Group>
    </Stack>
  )
}

const useReplaceLogo = () => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync, isPending } = useSend('POST /api/tenantConfiguration/logo')
  const [refusal, setRefusal] = useState<string | null>(null)
  const replaceLogo = async (file: File) => {
    setRefusal(null)
    await mutateAsync({ file }).then(toast.reply, (error: unknown) => setRefusal(explain(failureOf(error), t)))
  }
  return { replaceLogo, refusal, isPending }
}

/** A picture of the tenant that this part of the page acts in: fetched, since an image element cannot send the tenant header. */
const Picture = ({ uniqueId, alt }: { uniqueId: string; alt: string }) => {
  const { data: file, error, refetch } = useCall('GET /api/document/:uniqueId', { uniqueId })
  if (error && !file) return <ErrorState failure={error} onRetry={() => void refetch()} />
  return file ? <DrawnPicture file={file} alt={alt} /> : <Skeleton width={160} height={72} />
}

const DrawnPicture = ({ file, alt }: { file: File; alt: string }) => {
  const draw = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(file)
      return () => URL.revokeObjectURL(image.src)
    },
    [file],
  )
  return <img className={styles.logo} ref={draw} alt={alt} />
}
