//! The operations of the OpenAPI document, and their parameters.

use serde_json::Value;

/// Every operation of a document.
pub fn operations(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    paths.flat_map(|(_, methods)| {
        let methods = methods.as_object_mut().into_iter().flatten();
        methods.map(|(_, operation)| operation)
    })
}

/// Every parameter of an operation.
pub fn parameters(operation: &mut Value) -> impl Iterator<Item = &mut Value> {
    let parameters = operation
        .get_mut("parameters")
        .and_then(Value::as_array_mut);
    parameters.into_iter().flatten()
}
