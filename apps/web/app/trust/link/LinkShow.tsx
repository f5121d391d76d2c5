import { Button, CopyButton, Group, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import type { ReviewLink } from '@tradewind/contract/trust/reviewLink.contract'
import { type SubmitEvent, useState } from 'react'
import { useParams } from 'react-router'
import { failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { download } from '#kit/browser/download'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { Restored } from '#ui/form/Restored'
import { useDraft } from '#ui/form/useStoredDraft'
import { Card } from '#ui/page/Card'
import { HeaderButton, PageHeader } from '#ui/page/PageHeader'
import { QueryContent } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { usePrint } from '#ui/page/usePrint'
import { useFormatCount } from '#ui/values/figures'
import { qrPath, shortLinkUrl, toPng, toSvg } from './qr.ts'
import styles from './link.module.css'

export const handle = { name: phrase('Short link') }
export const clientLoader = guard({ rules: reviewPolicy.keep })

/** A short link: its QR code to download and print, how often it was used, and whether it is active. */
export default function LinkShow() {
  const t = useText()
  const print = usePrint()
  const { uniqueId = '' } = useParams()
  const read = useCall('GET /api/reviewLink/:uniqueId', { uniqueId }, { refetchOnMount: true })
  const link = read.data
  const trail = [{ text: t('Short links'), path: 'reviewLinks' }]
  return (
    <Stack gap="lg">
      <PageHeader title={link?.name ?? t('Short link')} trail={trail} loading={!link && !read.error}>
        {link && (
          <HeaderButton icon={IconPrinter} onClick={print}>
            {t('Print')}
          </HeaderButton>
        )}
      </PageHeader>
      <QueryContent of={read} height={320}>
        {(found) => (
          <>
            <QrCode link={found} />
            <div className={styles.screen}>
              <Stack gap="lg">
                <Figures link={found} />
                <LinkSettings key={found.uniqueId} link={found} />
              </Stack>
            </div>
          </>
        )}
      </QueryContent>
    </Stack>
  )
}

const QrCode = ({ link: { code } }: { link: ReviewLink }) => {
  const t = useText()
  const toast = useToast()
  const address = shortLinkUrl(code)
  const { path, size } = qrPath(address)
  const saveAs = (content: BlobPart, ending: string, type: string) =>
    download(new File([content], `survey-${code}.${ending}`, { type }))
  const png = () =>
    toPng(address).then(
      (blob) => saveAs(blob, 'png', 'image/png'),
      (error: unknown) => toast.failure(failureOf(error)),
    )
  return (
    <Card title={t('QR code')} description={t('It opens your survey. Print it on signs, invoices and business cards.')}>
      <svg viewBox={`0 0 ${size} ${size}`} className={styles.code} role="img" aria-label={t('QR code of {address}', { address })}>
        <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <Text fw={600} className={styles.address}>
        {address}
      </Text>
      <Group className={styles.screen}>
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />} onClick={copy}>
              {copied ? t('Copied') : t('Copy address')}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveAs(toSvg(address), 'svg', 'image/svg+xml')}
        >
          {t('Download SVG')}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void png()}>
          {t('Download PNG')}
        </Button>
      </Group>
    </Card>
  )
}

const Figures = ({ link: { visits, answers } }: { link: ReviewLink }) => {
  const t = useText()
  const figure = useFormatCount()
  const figures = [
    { label: t('Visits'), value: visits },
    { label: t('Answers'), value: answers },
  ]
  return (
    <SimpleGrid cols={2} maw={420}>
      {figures.map(({ label, value }) => (
        <div key={label} role="group" aria-label={label}>
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text fz="xl" fw={600}>
            {figure(value)}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  )
}

/** Its name, and whether anybody can answer through it. */
const LinkSettings = ({ link }: { link: ReviewLink }) => {
  const t = useText()
  const toast = useToast()
  const change = useSend('PATCH /api/reviewLink/:uniqueId', { changes: ['reviewLink'] })
  const draft = useDraft(`reviewLink/${link.uniqueId}`, link.name)
  const [fault, setFault] = useState('')
  const save = async (changes: { name: string } | { isActive: boolean }) => {
    try {
      toast.reply(await change.mutateAsync({ uniqueId: link.uniqueId, ...changes }))
      setFault('')
      if ('name' in changes) draft.settle(changes.name, changes.name)
    } catch (error) {
      const failure = failureOf(error)
      if (failure.fields['name']) setFault(failure.fields['name'])
      else toast.failure(failure)
    }
  }
  const rename = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void save({ name: draft.text })
  }
  return (
    <Card title={t('Settings')}>
      <Switch
        label={t('Customers can answer by this link')}
        checked={link.isActive}
        onChange={(event) => void save({ isActive: event.currentTarget.checked })}
      />
      <form noValidate onSubmit={rename}>
        {draft.isRestored && <Restored onDiscard={draft.discard} isOutdated={draft.isOutdated} />}
        <Group align="flex-end">
          <TextInput
            label={t('Name')}
            maxLength={200}
            value={draft.text}
            onChange={(event) => draft.type(event.currentTarget.value)}
            error={fault && t(fault)}
            style={{ flex: '1 1 240px', maxWidth: 420 }}
          />
          <Button type="submit" variant="default" loading={change.isPending}>
            {t('Rename')}
          </Button>
        </Group>
      </form>
    </Card>
  )
}
