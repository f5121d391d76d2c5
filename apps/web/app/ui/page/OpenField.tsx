import { type ReactNode, useId } from 'react'
import styles from './open.module.css'

interface OpenFieldProps {
  label: string
  error?: string | undefined
  required?: boolean
  /** Draws the browser's own field with these. */
  children: (props: { id: string; required: boolean; 'aria-invalid': true | undefined; 'aria-describedby'?: string }) => ReactNode
}

/** A field of a form on an open page, with its name above and what is wrong with it below. */
export const OpenField = ({ label, error, required = false, children }: OpenFieldProps) => {
  const id = useId()
  const why = `${id}-error`
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      {children({ id, required, 'aria-invalid': error ? true : undefined, ...(error && { 'aria-describedby': why }) })}
      {error && (
        <p id={why} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** Nobody sees it or comes to it: who fills it in is a machine. */
export const Honeypot = () => (
  <div className="unseen" aria-hidden="true">
    <input name="website" tabIndex={-1} autoComplete="off" />
  </div>
)
