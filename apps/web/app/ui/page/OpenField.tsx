import { type ReactNode, useId, useState } from 'react'
import styles from './open.module.css'

interface OpenFieldProps {
  label: string
  error?: string | undefined
  required?: boolean
  /** Renders the native field with these props. */
  children: (props: { id: string; required: boolean; 'aria-invalid': true | undefined; 'aria-describedby'?: string }) => ReactNode
}

/** The error of a field, until the field is changed. A form removes its errors before it sets those of another submit. */
export const useFieldError = (given: string | undefined) => {
  const [seen, setSeen] = useState<string>()
  if (seen && !given) setSeen(undefined)
  return { error: given === seen ? undefined : given, onInput: () => setSeen(given) }
}

/** A field of a form on an open page, with its label above and its error below. */
export const OpenField = ({ label, error: given, required = false, children }: OpenFieldProps) => {
  const { error, onInput } = useFieldError(given)
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className={styles.field} onInput={onInput}>
      <label htmlFor={id}>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      {children({ id, required, 'aria-invalid': error ? true : undefined, ...(error && { 'aria-describedby': errorId }) })}
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** Hidden from users and from the keyboard: only bots fill it in. */
export const Honeypot = () => (
  <div className="unseen" aria-hidden="true">
    <input name="website" tabIndex={-1} autoComplete="off" />
  </div>
)
