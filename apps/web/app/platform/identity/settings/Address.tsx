import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useText } from '#kit/text'
import { ErrorSummary } from '#ui/page/ErrorSummary'
import { PasswordField } from '../signIn/PasswordField.tsx'
import { useSettingsForm } from './useSettingsForm.ts'

/** The address that one signs in with. Another one holds once the link that is mailed to it was used. */
export const Address = ({ current }: { current: string }) => {
  const t = useText()
  const [step, setStep] = useState<'shown' | 'asked' | 'sent'>('shown')
  return (
    <Stack maw={420} gap="sm">
      <div>
        <Text size="sm" fw={500}>
          {t('Email Address')}
        </Text>
        <Text style={{ overflowWrap: 'anywhere' }}>{current}</Text>
      </div>
      {step === 'sent' && (
        <Alert icon={<IconMailCheck aria-hidden />} role="status">
          {t('A mail with a link is on its way to the new address. Until you confirm it, the old one holds.')}
        </Alert>
      )}
      {step === 'asked' ? (
        <NewAddress onSent={() => setStep('sent')} onCancel={() => setStep('shown')} />
      ) : (
        <Button variant="default" onClick={() => setStep('asked')} style={{ alignSelf: 'flex-start' }}>
          {t('Change the address')}
        </Button>
      )}
    </Stack>
  )
}

const NewAddress = ({ onSent, onCancel }: { onSent: () => void; onCancel: () => void }) => {
  const t = useText()
  const labels = { emailAddress: t('New email address'), currentPassword: t('Your password') }
  const { field, submit, isPending, error } = useSettingsForm(
    'POST /api/auth/address',
    { emailAddress: '', currentPassword: '' },
    { onSaved: onSent },
  )
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  // The password form on this page has a field of the same name.
  const password = { ...field('currentPassword'), id: 'addressPassword' }
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {error && <ErrorSummary failure={error} labels={labels} ids={{ currentPassword: 'addressPassword' }} />}
        <TextInput
          label={labels.emailAddress}
          type="email"
          required
          autoComplete="email"
          {...field('emailAddress')}
          ref={first}
        />
        <PasswordField label={labels.currentPassword} autoComplete="current-password" {...password} />
        <Group>
          <Button type="submit" loading={isPending}>
            {t('Send the link')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
